import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeFile } from './draw-mutants.ts';

/** The files of the code that mutants are drawn from, in order of their paths. */
export function codeFilesIn(root: string): readonly CodeFile[] {
  return globSync('src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
