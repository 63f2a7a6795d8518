import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';
import { digestFile } from './digest-file.ts';
import { buildWithGit } from '../run-git.ts';
import { append } from '../../util/append.ts';

/** Units: files. */
const MAX_FILES = 1000;

const LIST = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];

/** What git ignores in a folder. */
export interface Ignored {
  /**
   * Digests of the files with a name that begins with `.env`, as those with secrets have, of a `.gitignore` that says of itself
   * that it is ignored, and so may hide what is new beside it, and of those that are asked for, by path from the top: SHA-256, hex. The first 1000 of either count, of a long one its size and first mebibyte.
   */
  readonly digests: Readonly<Record<string, string>>;
  /** Folders that are ignored as a whole and are not looked into, as that of installed packages, and all other files, from the top. */
  readonly others: readonly string[];
}

/** Reads what git ignores; of `asked` paths and all that is in them also digests. Errors: throws GitError. */
export async function readIgnored(folder: string, asked: readonly string[] = []): Promise<Ignored> {
  const listed = await buildWithGit(folder, 'list ignored files', LIST);
  const paths = listed.toString('utf8').split('\0').slice(0, -1).toSorted();
  const isEnvironment = (path: string): boolean => basename(path).startsWith('.env') && !path.endsWith('/');
  const isCounted = (path: string): boolean => isEnvironment(path) || basename(path) === '.gitignore';
  const files = [
    ...paths.filter(isCounted).slice(0, MAX_FILES),
    ...filesBelow(folder, [...new Set(asked.flatMap((path) => ignoredIn(paths, path)))]),
  ];
  const digests = files.map((path) => [path, digestFile(join(folder, path))]);
  return {
    digests: Object.fromEntries(digests.filter(([, digest]) => digest !== undefined)),
    others: paths.filter((path) => !isCounted(path)).map((path) => path.replace(/\/$/, '')),
  };
}

/** What of a path is ignored: all of it, or entries in it. Ignored folders end with a slash. */
function ignoredIn(ignored: readonly string[], path: string): readonly string[] {
  if (ignored.some((each) => each.endsWith('/') && `${path}/`.startsWith(each))) return [path];
  return ignored
    .filter((each) => each === path || each.startsWith(`${path}/`))
    .map((each) => each.replace(/\/$/, ''));
}

/** The files of these paths, as far as they can be read. A link is a file: it is not followed. */
function filesBelow(folder: string, paths: readonly string[]): readonly string[] {
  const files: string[] = [];
  const left = paths.toReversed();
  for (let path = left.pop(); path !== undefined && files.length < MAX_FILES; path = left.pop()) {
    const names = namesIn(join(folder, path));
    if (names === undefined) files.push(path);
    else append(left, names.map((name) => `${path}/${name}`).toReversed());
  }
  return files;
}

/** Undefined for what is no folder. */
function namesIn(path: string): readonly string[] | undefined {
  return unlessRefused(() => (lstatSync(path).isDirectory() ? readdirSync(path).toSorted() : undefined));
}
