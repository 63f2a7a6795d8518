import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file without a name, for the standard error of a child that may outlive us. */
export interface ErrorFile {
  readonly stdio: number | 'ignore';
  /** The last bytes of it, as text; closes it. May be called once. */
  readonly takeTail: (maxBytes: number) => string;
}

/** Makes one. Errors: none; where no file can be made, what would be written there is lost, and the child runs all the same. */
export function createErrorFile(): ErrorFile {
  const file = openNameless();
  if (file === undefined) return { stdio: 'ignore', takeTail: () => '' };
  return {
    stdio: file,
    takeTail: (maxBytes) => {
      const start = Math.max(0, fstatSync(file).size - maxBytes);
      const bytes = Buffer.alloc(maxBytes);
      const size = readSync(file, bytes, 0, maxBytes, start);
      closeSync(file);
      const text = bytes.toString('utf8', 0, size);
      return start > 0 ? text.replace(/^\uFFFD+/, '') : text;
    },
  };
}

/** Its name goes at once: a wfmap that is killed leaves nothing. */
function openNameless(): number | undefined {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'wfmap-stderr-'));
    return openSync(join(folder, 'stderr'), 'ax+', 0o600);
  } catch {
    // A change must not depend on whether there is room for what might be said of it.
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
