/**
 * Which changes of a work tree are a run's, and not its user's.
 *
 * T1. A run's changes are those that make the work tree differ from the start of the run, and that are in no commit
 *     since. What the user writes meanwhile in the same folder cannot be distinguished from them.
 * T2. The user's index is only read here, and written nowhere but to keep up with a commit, path by path.
 * T3. What git no longer knows is reported. Nothing falls back to all changes.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findUnderWay } from './change-git.ts';
import { GitError } from './git-error.ts';
import { isObjectId } from './is-object-id.ts';
import type { OwnIndex } from './own-index.ts';
import { isSo } from './run-git.ts';
import { takeTree } from './take-tree.ts';
import { applyChanges, emptyTree, readTreeChanges, type TreeChanges } from './tree-changes.ts';
import { changeByItself, findCommit } from './worktree-git.ts';

/**
 * How a run found the folder in which it works.
 *
 * Shape: `head` is the commit that was checked out, `tree` a tree or commit with the files as they were; each is "" before
 * the first commit.
 */
export interface RunStart {
  readonly head: string;
  readonly tree: string;
  /** Paths from the top whose changes are the run's too, though an earlier run has made them. */
  readonly also?: readonly string[];
}

/** The changes of a run that are in no commit. Shape: `head` and the trees are objects. */
export interface RunChanges {
  /** What is checked out; the empty tree before the first commit. */
  readonly head: string;
  /** The folder without the changes: the user's files and what was committed since. */
  readonly base: string;
  readonly now: string;
  readonly changes: TreeChanges;
}

/** Finds a run's own changes; `index` becomes that of the work tree. Errors: throws GitError. */
export async function findRunChanges(folder: string, start: RunStart, index: OwnIndex): Promise<RunChanges> {
  const underWay = await findUnderWay(folder);
  if (underWay !== undefined)
    throw new GitError('git-refused', `There is ${underWay} under way here. Finish or abort it first.`);
  const begun = start.head || (await emptyTree(folder));
  const tree = start.tree || (await emptyTree(folder));
  for (const id of new Set([begun, tree])) await refuseUnknown(folder, id);
  const now = await takeTree(folder, index);
  const head = (await findCommit(folder, 'HEAD')) ?? (await emptyTree(folder));
  const kept = await applyChanges(folder, tree, await readTreeChanges(folder, begun, head));
  const also = new Set(start.also?.map((path) => Buffer.from(path).toString('latin1')));
  const taken = [...(await readTreeChanges(folder, kept, head))].filter(([path]) => also.has(path));
  const base = await applyChanges(folder, kept, new Map(taken));
  return { head, base, now, changes: await readTreeChanges(folder, base, now) };
}

async function refuseUnknown(folder: string, id: string): Promise<void> {
  if (isObjectId(id) && (await isSo(folder, ['cat-file', '-e', `${id}^{tree}`]))) return;
  throw new GitError(
    'git-refused',
    'Git no longer has the files as they were before the changes of the run (it removes what no branch refers to after two weeks), ' +
      'so the changes of the run cannot be distinguished from yours. Commit them yourself, then start a new run.',
  );
}

/** Sets the user's index to what is checked out, for some paths only. Errors: throws GitError. */
export async function unstage(folder: string, paths: Iterable<string>, index: OwnIndex): Promise<void> {
  const list = [...paths].join('\0');
  if (list === '') return;
  const file = join(dirname(index.GIT_INDEX_FILE), 'paths');
  writeFileSync(file, Buffer.from(list, 'latin1'));
  const words = ['reset', '--quiet', `--pathspec-from-file=${file}`, '--pathspec-file-nul'];
  await changeByItself(folder, 'bring the index up to date', ['--literal-pathspecs', ...words]);
}
