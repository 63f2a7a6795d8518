import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildWithGit } from './run-git.ts';

/** Units: files, bytes. A file with settings is far below the second. */
const MAX_FILES = 1000;
const MAX_BYTES = 1024 * 1024;

const LIST = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];

/**
 * Digests of the files with a name that begins with `.env` and that git ignores, as it does where they have secrets.
 *
 * Shape: by path from the top; SHA-256, hex. Folders that are ignored as a whole are not looked into, as that of
 * installed packages. The first 1000 files count, of a long one its size and first mebibyte. Errors: throws GitError.
 */
export async function digestIgnoredEnvironments(folder: string): Promise<Readonly<Record<string, string>>> {
  const listed = await buildWithGit(folder, 'list ignored files', LIST);
  const paths = listed
    .toString('utf8')
    .split('\0')
    .filter((path) => basename(path).startsWith('.env') && !path.endsWith('/'));
  const digests = paths
    .toSorted()
    .slice(0, MAX_FILES)
    .map((path) => [path, digestOf(join(folder, path))]);
  return Object.fromEntries(digests.filter(([, digest]) => digest !== undefined));
}

/** The digest of a file, or of where a link leads; undefined for what is neither or cannot be read. */
function digestOf(path: string): string | undefined {
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
