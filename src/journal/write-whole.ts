import { dirname } from 'node:path';
import type { FileSystem } from './file-system.ts';

/**
 * Puts a text in place of whatever stood under a name: readers see the old or the new, never a part.
 *
 * `durable` also holds across a power cut for content and name, once the caller has synced the folder or
 * asks for it with `and names`. Errors: the system errors of the file system.
 */
export function writeWhole(fs: FileSystem, path: string, text: string, durable: boolean): void {
  const draft = `${path}.tmp`;
  // Left over from a crash; with `append` its bytes would stay at the head.
  if (fs.kindOf(draft)) fs.remove(draft);
  const file = fs.open(draft, 'create');
  try {
    file.write(Buffer.from(text));
    if (durable) file.sync();
  } finally {
    file.close();
  }
  fs.rename(draft, path);
  if (durable) fs.syncFolder(dirname(path));
}
