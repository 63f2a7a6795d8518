import { basename, dirname, join } from 'node:path';
import type { FileSystem } from './file-system.ts';

/**
 * A free name next to a journal for what is kept of it, such as `journal.torn-1.jsonl`.
 *
 * Shape: `torn` is an unfinished batch that was cut off; `changed` what another program put in the journal's place; `whole`
 * the journal itself, where it could not be restored; `rest` what could still be read where no copy is whole.
 */
export function besidePath(
  fs: FileSystem,
  path: string,
  word: 'torn' | 'changed' | 'whole' | 'rest',
): string {
  const folder = dirname(path);
  const taken = new Set(fs.list(folder));
  const stem = basename(path, '.jsonl');
  for (let count = 1; ; count += 1) {
    const name = `${stem}.${word}-${count}.jsonl`;
    if (!taken.has(name)) return join(folder, name);
  }
}
