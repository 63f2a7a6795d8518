// The declarations of the library, which only a package that is published needs.
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Writes them into a folder. */
export function emitTypes(folder) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'test/config/types.json'), '--outDir', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
