import type { FileSystem } from '../journal/file-system.ts';
import { digestOf } from '../journal/source-store.ts';
import { systemCodeOf } from '../util/error.ts';

/** Units: bytes. Nothing that a run writes is larger. */
const MAX_SIZE = 64 * 1024 * 1024;
const MAX_COPIES = 1000;

/** The digest of what stands under a name; undefined for nothing, and for what no run can have written. */
export function digestOn(fs: FileSystem, path: string): string | undefined {
  if (fs.kindOf(path) !== 'file') return undefined;
  const bytes = fs.readPart(path, 0, MAX_SIZE + 1);
  return bytes.length > MAX_SIZE ? undefined : digestOf(bytes);
}

/**
 * Keeps a file under a second name beside it, `<name>.foreign-<n>`; gives that name.
 *
 * A text that is kept already, by a run that died after that, is not kept twice. Errors: system errors.
 */
export function keepForeign(fs: FileSystem, path: string): string {
  const digest = digestOn(fs, path);
  for (let n = 1; n <= MAX_COPIES; n += 1) {
    const copy = `${path}.foreign-${n}`;
    if (fs.kindOf(copy) !== undefined) {
      if (digest !== undefined && digestOn(fs, copy) === digest) return copy;
    } else if (gaveName(fs, path, copy)) {
      return copy;
    }
  }
  throw Object.assign(new Error(`EEXIST: no name is free beside ${path}`), { code: 'EEXIST' });
}

/** False where somebody took the name meanwhile. */
function gaveName(fs: FileSystem, path: string, copy: string): boolean {
  try {
    fs.link(path, copy);
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'EEXIST') return false;
    // Some disks know no second names.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw thrown;
    fs.rename(path, copy);
  }
  return true;
}
