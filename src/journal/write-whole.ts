import { dirname, join } from 'node:path';
import type { FileSystem } from './file-system.ts';

/**
 * Puts a text in place of whatever stood under a name: readers see the old or the new, never a part.
 *
 * `durable` syncs the content before the name and then the folder; without it a power cut may take the text
 * back, or leave the file empty. One writer at a time. Errors: the system errors of the file system; what stood under the
 * name then still does, and what could not be written takes no room.
 */
export function writeWhole(fs: FileSystem, path: string, text: string, durable: boolean): void {
  replace(fs, path, [text], durable);
  if (durable) fs.syncFolder(dirname(path));
}

/** Does so for a long text, which need not be whole in memory, as long as there is power. */
export function writeWholeParts(fs: FileSystem, path: string, parts: Iterable<string>): void {
  replace(fs, path, parts, false);
}

/** Does so durably for many files of a folder, by name, which is synced once. Errors: as of {@link writeWhole}; some may be written. */
export function writeAllWhole(fs: FileSystem, folder: string, texts: ReadonlyMap<string, string>): void {
  for (const [name, text] of texts) replace(fs, join(folder, name), [text], true);
  if (texts.size > 0) fs.syncFolder(folder);
}

function replace(fs: FileSystem, path: string, parts: Iterable<string>, durable: boolean): void {
  const draft = `${path}.tmp`;
  // Left over from a crash: a file opened to append would keep it at the head.
  if (fs.kindOf(draft)) fs.remove(draft);
  const file = fs.open(draft, 'create');
  try {
    for (const text of inLargeParts(parts)) file.write(Buffer.from(text));
    if (durable) file.sync();
  } catch (thrown) {
    fs.remove(draft);
    throw thrown;
  } finally {
    file.close();
  }
  fs.rename(draft, path);
}

/** Units: characters of one write. */
const LARGE = 262_144;

function* inLargeParts(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < LARGE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
