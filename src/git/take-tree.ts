import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { GitError } from './git-error.ts';
import { entriesOf, inputOf, type OwnIndex } from './own-index.ts';
import { WITHOUT_RUNS } from './read-git-state.ts';
import { askGit, buildWithGit } from './run-git.ts';
import { idIn } from './tree-changes.ts';
import { pathsOf, someOf } from './worktree-git.ts';

const WHAT = 'record what is not committed';

/** A split index would leave a part in the repository; a check of line ends is for a person who commits. */
const ADD = ['-c', 'core.splitIndex=false', '-c', 'core.safecrlf=false', 'add', '--all'];

/**
 * Writes the work tree as it is, untracked files too, as a tree object. Ignored files and run directories are left out.
 *
 * `index` is a copy of the user's and becomes that of the tree. Files that nobody here can read, and repositories in it
 * that have no commit, are left as the index had them.
 * Errors: throws GitError.
 */
export async function takeTree(folder: string, index: OwnIndex): Promise<string> {
  await addWorkTree(folder, index);
  return writeTree(folder, index);
}

/** The first half: brings an index up to date with the work tree. Errors: throws GitError. */
export async function addWorkTree(folder: string, index: OwnIndex): Promise<void> {
  const how = { environment: index };
  // Files that a sparse checkout leaves out but that exist; older versions of git do not know the option, nor need it.
  const [isSparse, repositories] = await Promise.all([
    askGit(folder, ['config', '--type=bool', 'core.sparseCheckout']),
    repositoriesIn(folder, index),
  ]);
  const words = isSparse?.text.trim() === 'true' ? [...ADD, '--sparse'] : ADD;
  try {
    await add(folder, index, { words, repositories });
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    await addReadable(folder, index, { words, repositories, first: thrown });
  }
  if (repositories.length === 0) return;
  const update = ['update-index', '--add', '--remove', '-z', '--stdin'];
  await buildWithGit(folder, WHAT, update, { ...how, input: inputOf(repositories) });
}

interface Adding {
  readonly words: readonly string[];
  /** Paths of repositories in the work tree, each character a byte. */
  readonly repositories: readonly string[];
}

/**
 * Adds everything but repositories in the work tree that the index has: git would ask there what is not committed, with a
 * configuration that any writer of the work tree can give it, and run the filters that it names.
 */
async function add(folder: string, index: OwnIndex, { words, repositories }: Adding): Promise<void> {
  if (repositories.length === 0) {
    await buildWithGit(folder, WHAT, [...words, ...WITHOUT_RUNS], { environment: index });
    return;
  }
  const specs = [...WITHOUT_RUNS.slice(1), ...repositories.map((path) => `:(top,exclude,literal)${path}`)];
  const listed = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  await buildWithGit(folder, WHAT, [...words, ...listed], { environment: index, input: inputOf(specs) });
}

/** Submodules, and other repositories that were added to an index; default: that of the user. Shape: each character is a byte. */
export async function repositoriesIn(
  folder: string,
  index: Partial<OwnIndex> = {},
): Promise<readonly string[]> {
  const list = ['ls-files', '--stage', '-z'];
  const entries = entriesOf(await buildWithGit(folder, WHAT, list, { environment: index }));
  return entries
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
}

/** The second: writes an index as a tree, with further `options` of git. Errors: throws GitError. */
export async function writeTree(
  folder: string,
  index: OwnIndex,
  options: readonly string[] = [],
): Promise<string> {
  const words = ['-c', 'core.splitIndex=false', 'write-tree', ...options];
  return idIn(await buildWithGit(folder, WHAT, words, { environment: index }));
}

/** Adds what can be added. Throws for a readable file that is left out: it would later count as new. */
async function addReadable(
  folder: string,
  index: OwnIndex,
  { words, repositories, first }: Adding & { readonly first: GitError },
): Promise<void> {
  const how = { environment: index };
  try {
    await add(folder, index, { words: [...words, '--ignore-errors'], repositories });
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
  }
  const list = ['ls-files', '--others', '--modified', '--exclude-standard', '-z', ...WITHOUT_RUNS];
  const left = pathsOf((await buildWithGit(folder, WHAT, list, how)).toString('utf8'));
  const readable = left.filter((path) => !path.endsWith('/') && isReadable(join(folder, path)));
  if (left.length > 0 && readable.length === 0) return;
  throw new GitError(first.code, first.message, { help: `Git could not add ${someOf(readable)}.` });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
