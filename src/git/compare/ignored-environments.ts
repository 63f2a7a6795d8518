import { basename, join } from 'node:path';
import { digestFile } from './digest-file.ts';
import { buildWithGit } from '../run-git.ts';

/** Units: files. */
const MAX_FILES = 1000;

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
    .map((path) => [path, digestFile(join(folder, path))]);
  return Object.fromEntries(digests.filter(([, digest]) => digest !== undefined));
}
