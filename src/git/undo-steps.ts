import { freshChanges } from './fresh-changes.ts';
import type { GitState } from './read-git-state.ts';
import type { Aftermath, Beginning } from './read-aftermath.ts';

/** A line for a person to run, and what it does. */
export interface UndoStep {
  readonly words: readonly string[];
  readonly does: string;
}

/**
 * How to take back what a run did to its repository, in order, for the state that was found.
 *
 * Shape: none where there is nothing to take back. What a step drops, it names; nothing is dropped that another step
 * could have kept.
 */
export function undoSteps(beginning: Beginning, aftermath: Aftermath): readonly UndoStep[] {
  const steps =
    beginning.worktree === null
      ? stepsInPlace(beginning, aftermath)
      : stepsBeside(beginning, beginning.worktree, aftermath);
  if (beginning.stash === null || !aftermath.hasStash) return steps;
  const words = ['git', 'stash', 'apply', beginning.stash];
  return [...steps, { words, does: 'brings back what was set aside for the run' }];
}

function stepsInPlace(beginning: Beginning, aftermath: Aftermath): UndoStep[] {
  const { now, hasCreated } = aftermath;
  const { created } = beginning;
  if (now === null || beginning.head === null) return [];
  if (created === null) return stepsOnBranch(beginning, aftermath);
  const isOn = now.branch === created;
  return [
    ...(isOn ? setAside(now, beginning) : []),
    ...(isOn ? [switchBack(beginning.branch, beginning.head)] : []),
    ...(hasCreated ? [dropBranch(created, aftermath.commits)] : []),
  ];
}

/** The run worked on a branch of its user. */
function stepsOnBranch(beginning: Beginning, { now, commits }: Aftermath): UndoStep[] {
  const { head, branch } = beginning;
  if (now === null || head === null) return [];
  const isElsewhere = now.branch !== branch;
  // What is not committed belongs to what is checked out now.
  const aside = isElsewhere ? [] : setAside(now, beginning);
  // A detached head has moved with its commits, or was left: then they are nobody's.
  if (commits === null || commits === 0 || (isElsewhere && branch === null)) return aside;
  const back =
    isElsewhere && branch !== null ? [{ words: ['git', 'switch', branch], does: 'goes there' }] : [];
  const reset = {
    words: ['git', 'reset', '--keep', head],
    does: `takes back ${count(commits, 'commit')}, whoever made them; git reflog still names them`,
  };
  return [...aside, ...back, reset];
}

function stepsBeside(
  { created }: Beginning,
  worktree: string,
  { now, commits, hasCreated }: Aftermath,
): UndoStep[] {
  const lost = now?.changed.length ?? 0;
  const remove =
    now === null
      ? { words: ['git', 'worktree', 'prune'], does: 'forgets the worktree, whose folder is gone' }
      : {
          words: ['git', 'worktree', 'remove', ...(lost > 0 ? ['--force'] : []), worktree],
          does: `removes the worktree${lost > 0 ? `, with ${count(lost, 'file')} changed and not committed` : ''}`,
        };
  return [remove, ...(hasCreated && created !== null ? [dropBranch(created, commits)] : [])];
}

function setAside({ changed }: GitState, beginning: Beginning): UndoStep[] {
  const { fresh, before } = freshChanges(changed, beginning);
  if (fresh === 0) return [];
  const also = before > 0 ? `, and ${before} from before the run` : '';
  const words = ['git', 'stash', 'push', '--include-untracked'];
  return [{ words, does: `sets aside ${count(fresh, 'file')} changed and not committed${also}` }];
}

function switchBack(branch: string | null, head: string): UndoStep {
  if (branch === null) {
    return { words: ['git', 'switch', '--detach', head], does: 'goes back to where the run began' };
  }
  return { words: ['git', 'switch', branch], does: 'goes back to the branch that the run began on' };
}

function dropBranch(branch: string, commits: number | null): UndoStep {
  const what = commits === 0 ? '' : ` with ${commits === null ? 'its commits' : count(commits, 'commit')}`;
  return { words: ['git', 'branch', '-D', branch], does: `drops the branch of the run${what}` };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
