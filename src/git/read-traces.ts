import { orFault } from './git-error.ts';
import { isObjectId } from './is-object-id.ts';
import { withOwnIndex } from './own-index.ts';
import type { RunStart } from './run-changes.ts';
import { askGit } from './run-git.ts';
import { stashLine } from './set-aside-run-changes.ts';
import { takeTree } from './take-tree.ts';
import { emptyTree, readTreeChanges, shownPath } from './tree-changes.ts';

/**
 * Which files had uncommitted edits of the user when a run started, and have other content now.
 *
 * Shape: paths to be read, sorted; undefined where git no longer knows how they were.
 */
export async function findOverwritten(
  folder: string,
  { head, tree }: RunStart,
): Promise<readonly string[] | undefined> {
  if (![head || tree, tree].every(isObjectId)) return undefined;
  const found = await orFault(async () => {
    const mine = await readTreeChanges(folder, head || (await emptyTree(folder)), tree);
    // Taken after that: it would write the objects anew that git has lost.
    const now = await withOwnIndex(folder, (index) => takeTree(folder, index));
    const since = await readTreeChanges(folder, tree, now);
    return { paths: [...mine.keys()].filter((path) => since.has(path)).map(shownPath) };
  });
  return 'fault' in found ? undefined : found.paths.toSorted();
}

/** A stash of a run's changes. */
export interface RunStash {
  readonly commit: string;
  readonly title: string;
}

/** The stashes of shell tasks of a run that have not been dropped since, newest first. */
export async function findStashes(folder: string, run: string): Promise<readonly RunStash[]> {
  const words = ['log', '--walk-reflogs', '--format=%H%x00%s%x00%b%x00', 'refs/stash', '--'];
  const parts = (await askGit(folder, words))?.text.split('\0') ?? [];
  const found: RunStash[] = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [commit = '', title = '', body = ''] = parts.slice(at, at + 3).map((part) => part.trim());
    if (body === stashLine(run)) found.push({ commit, title });
  }
  return found;
}
