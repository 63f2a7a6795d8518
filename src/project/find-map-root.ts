import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE } from './config.ts';
import { findUpward } from './find-upward.ts';
import { packageRoot } from './package-root.ts';

const MARKS = [CONFIG_FILE, '.sdlc', '.git'];

/**
 * Finds the folder that a map's own templates are relative to, when the work root does not have them.
 *
 * Shape: for a shipped map the package; else the nearest ancestor of the map with a mark of a project; else
 * the map's own folder. An absolute path.
 */
export function findMapRoot(mapPath: string): string {
  const folder = dirname(resolve(mapPath));
  if (isShipped(mapPath)) return packageRoot();
  return findUpward(folder, (each) => MARKS.some((mark) => existsSync(join(each, mark)))) ?? folder;
}

/** Whether a map is one that comes with wfmap. */
export function isShipped(mapPath: string): boolean {
  return dirname(resolve(mapPath)) === join(packageRoot(), 'workflows');
}
