import { basename, join } from 'node:path';
import { digestFile } from './digest-file.ts';
import { buildWithGit } from '../run-git.ts';

/** Units: files. */
const MAX_FILES = 1000;

const LIST = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];

/** What git ignores in a folder. */
export interface Ignored {
  /**
   * Digests of the files with a name that begins with `.env`, as those with secrets have, by path from the top: SHA-256,
   * hex. The first 1000 count, of a long one its size and first mebibyte.
   */
  readonly environments: Readonly<Record<string, string>>;
  /** Folders that are ignored as a whole and are not looked into, as that of installed packages, and all other files, from the top. */
  readonly others: readonly string[];
}

/** Errors: throws GitError. */
export async function readIgnored(folder: string): Promise<Ignored> {
  const listed = await buildWithGit(folder, 'list ignored files', LIST);
  const paths = listed.toString('utf8').split('\0').slice(0, -1).toSorted();
  const isEnvironment = (path: string): boolean => basename(path).startsWith('.env') && !path.endsWith('/');
  const digests = paths
    .filter(isEnvironment)
    .slice(0, MAX_FILES)
    .map((path) => [path, digestFile(join(folder, path))]);
  return {
    environments: Object.fromEntries(digests.filter(([, digest]) => digest !== undefined)),
    others: paths.filter((path) => !isEnvironment(path)).map((path) => path.replace(/\/$/, '')),
  };
}
