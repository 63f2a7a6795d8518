import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renderOutline } from '../../context/render/render-outline.ts';
import { readConfig } from '../../project/config.ts';
import { OUTLINE_DEPTH, OUTLINE_TOKENS, projectOutline } from '../views/project-outline.ts';
import { EMPTY_PLAN } from './plan.ts';
import { OUTLINE_FILE } from './plan-texts.ts';
import { lookAtFile } from './project-file.ts';
import { writePlan } from './write-plan.ts';

/** Makes the outline that the section names, of the project as it is now. Shape: whether it is another than before. */
export async function writeOutline(root: string): Promise<boolean> {
  const focus = { files: [], words: [] };
  const config = readConfig(root);
  const outline = await projectOutline({ root, config, depth: OUTLINE_DEPTH, focus });
  const { text: next } = renderOutline(outline, OUTLINE_TOKENS);
  const file = lookAtFile(root, OUTLINE_FILE);
  if (file.text === next) return false;
  const planned = { ...file, kind: 'text' as const, next, shown: next, note: '' };
  writePlan(root, { ...EMPTY_PLAN, files: [planned] });
  return true;
}

export function isOutlineThere(root: string): boolean {
  return existsSync(join(root, OUTLINE_FILE));
}
