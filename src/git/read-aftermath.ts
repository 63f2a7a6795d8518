import { hasBranch } from './branch-name.ts';
import type { ChangesBefore } from './fresh-changes.ts';
import { isObjectId } from './is-object-id.ts';
import { readGitState, type GitState } from './read-git-state.ts';
import { countCommits } from './read-committed.ts';
import { isSo } from './run-git.ts';

/** What a run began with and made, of its repository; see `GitRecord`. */
export interface Beginning extends ChangesBefore {
  readonly head: string | null;
  readonly branch: string | null;
  readonly stash: string | null;
  readonly created: string | null;
  readonly worktree: string | null;
}

/**
 * A repository as a run left it, or as it has become since.
 *
 * Shape: `now` is the folder that the agents worked in, null where that is gone; `commits` how many lie between the
 * commit that the run began at and its branch, by whoever made them, null where its branch does not come from there.
 */
export interface Aftermath {
  readonly now: GitState | null;
  readonly commits: number | null;
  /** Whether the branch that was made for the run is there. */
  readonly hasCreated: boolean;
  /** Whether what was set aside can still be brought back. */
  readonly hasStash: boolean;
}

/** Looks at what became of the repository of a run; null where there is none any more. */
export async function readAftermath(workRoot: string, beginning: Beginning): Promise<Aftermath | null> {
  const { branch, created, worktree } = beginning;
  const [head, stash] = [commitOf(beginning.head), commitOf(beginning.stash)];
  const ref = created ?? branch;
  const [here, beside, commits, hasCreated, hasStash] = await Promise.all([
    readGitState(workRoot),
    worktree === null ? null : readGitState(worktree),
    countCommits(workRoot, head, ref === null ? 'HEAD' : `refs/heads/${ref}`),
    created !== null && hasBranch(workRoot, created),
    stash !== null && isSo(workRoot, ['cat-file', '-e', `${stash}^{commit}`]),
  ]);
  if (here === null) return null;
  const now = worktree === null ? here : beside;
  // Before its first commit a branch is not there.
  return { now, commits: commits ?? (head === null ? 0 : null), hasCreated, hasStash };
}

function commitOf(text: string | null): string | null {
  return text !== null && isObjectId(text) ? text : null;
}
