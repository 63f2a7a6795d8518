import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';

/** Units: bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * The digest of a file, or of where a link leads: SHA-256, hex. Of a long file its size and first mebibyte count.
 *
 * Shape: undefined for what is neither, is not there, or cannot be read.
 */
export function digestFile(path: string): string | undefined {
  try {
    const hash = createHash('sha256');
    if (lstatSync(path).isSymbolicLink()) return hash.update(`link\0${readlinkSync(path)}`).digest('hex');
    // What became a pipe or a link meanwhile is neither waited for nor followed.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const entry = fstatSync(file);
      if (!entry.isFile()) return undefined;
      const bytes = Buffer.alloc(Math.min(entry.size, MAX_BYTES));
      const length = readSync(file, bytes);
      // As git does, of a mode it counts whether its owner can execute it.
      return hash
        .update(`file\0${entry.mode & 0o100}\0${entry.size}\0`)
        .update(bytes.subarray(0, length))
        .digest('hex');
    } finally {
      closeSync(file);
    }
  } catch {
    // It went away, or is not for us to read: then it is as if it were not there, before and after.
    return undefined;
  }
}
