/**
 * Keeps the worktrees of a run: chooses, makes, commits, merges and removes them.
 *
 * What they are for, and when which step is due, is `run`'s to decide. Every step may be asked for again, after a
 * crash at any place of it, and finds what was done.
 *
 * K1. Steps that change what worktrees share, branches and the merged folder, come one after the other.
 * K2. No step throws: what git refuses is told in sentences.
 * K3. No step looks at what a git that outlived a killed wfmap is still changing.
 * K4. Nothing is removed that holds what is nowhere else.
 */
import type {
  CopiesOf,
  CopyWish,
  WorktreeToClose,
  WorktreeToMake,
  WorktreeWish,
  WorkToMerge,
} from '../../model/worktrees.ts';
import { closeWorktree } from './close-worktree.ts';
import { commitOrFind } from '../commit-work.ts';
import { makeCopy, removeCopies, removeCopyOf } from './make-copy.ts';
import { makeOwnWorktree } from './make-worktree.ts';
import { mergeWork } from '../merge-work.ts';
import { planWorktree } from './plan-worktree.ts';
import { readDiff } from '../read-diff.ts';
import { waitForGit } from '../wait-for-git.ts';

/** `root` is the top of the project. Absolute. */
export function createWorktreeKeeper(root: string) {
  let last: Promise<unknown> | undefined;
  let ready: Promise<void> | undefined;
  const first = (): Promise<void> => {
    // Where processes cannot be listed nobody can be waited for, and git's own locks must do.
    ready ??= waitForGit(root).catch(() => undefined);
    return ready;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = (last ?? first()).then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    plan: (wish: WorktreeWish) => inTurn(() => planWorktree(wish)),
    make: (wish: WorktreeToMake) => inTurn(() => makeOwnWorktree(wish)),
    commit: async (...how: Parameters<typeof commitOrFind>) => {
      await first();
      return commitOrFind(...how);
    },
    merge: (work: WorkToMerge) => inTurn(() => mergeWork(work)),
    close: (worktree: WorktreeToClose) => inTurn(() => closeWorktree(worktree)),
    diff: readDiff,
    copies: {
      make: (wish: CopyWish) => inTurn(() => makeCopy(wish)),
      remove: (wish: CopyWish) => inTurn(() => removeCopyOf(wish)),
      removeAll: (of: CopiesOf) => inTurn(() => removeCopies(of)),
    },
  };
}
