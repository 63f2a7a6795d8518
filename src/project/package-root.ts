import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../util/invariant.ts';

/**
 * Finds the folder of the wfmap package, where the shipped maps and prompts are.
 *
 * Shape: the nearest ancestor of this code with a package.json; that holds in src/, in dist/ and in dist/chunk/.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    invariant(parent !== folder, 'wfmap runs from a folder without a package.json above it.');
    folder = parent;
  }
  return folder;
}
