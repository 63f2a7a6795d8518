import { cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertMap } from '../../../src/print/convert.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/lsp/project');

/** A copy of the project of the fixtures, which is its own work root. */
export function copyOfProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-lsp-')));
  cpSync(FIXTURE, root, { recursive: true });
  mkdirSync(join(root, '.git'));
  return root;
}

/** A map in the map language. */
export function inWords(json: string): string {
  const text = convertMap({ name: 'a.json', text: json }, 'wfmap', () => undefined);
  if (text === undefined) throw new Error('The map has a fault.');
  return text;
}
