import type {
  CopiesOf,
  CopyWish,
  Merged,
  PlannedWorktree,
  WorktreeToClose,
  WorktreeToMake,
  WorktreeWish,
  WorkToMerge,
} from '../../model/worktrees.ts';

/**
 * Who makes, merges and removes the worktrees of a run.
 *
 * A step that was taken, or half taken, may be asked for again and finds what was done. None throws: what stands in
 * the way is the `fault`, in sentences for the person who has to see to it.
 */
export interface WorktreeKeeper {
  /** Chooses names that are free. */
  readonly plan: (wish: WorktreeWish) => Promise<Fault | PlannedWorktree>;
  readonly make: (worktree: WorktreeToMake) => Promise<Fault | { readonly note: string | null }>;
  /** Commits what is not committed. Shape: the commit that is checked out then. */
  readonly commit: (
    folder: string,
    branch: string,
    how: { readonly base: string; readonly message: string },
  ) => Promise<Fault | { readonly head: string }>;
  readonly merge: (work: WorkToMerge) => Promise<Fault | Merged>;
  /** Removes a worktree with its branch. Shape: undefined once it is gone, else why it stays. */
  readonly close: (worktree: WorktreeToClose) => Promise<string | undefined>;
  /** What differs in a folder from a commit. */
  readonly diff: (folder: string, base: string) => Promise<string>;
  /** Who keeps copies for readers; without, they share their folder. */
  readonly copies?: TreeCopies;
}

/** Throw-away copies of a folder as it is, with what is not committed, for tasks that may write nothing. */
export interface TreeCopies {
  /** Makes one in place of what an earlier try has left. Shape: `path` is from the root. */
  readonly make: (wish: CopyWish) => Promise<Fault | { readonly path: string }>;
  /** Removes one with all that was written there. Shape: why it is still there; undefined once it is gone. */
  readonly remove: (wish: CopyWish) => Promise<Fault | undefined>;
  /** Removes those that a process that is gone has left. Shape: how many; those that stay are not counted. */
  readonly removeAll: (of: CopiesOf) => Promise<number>;
}

interface Fault {
  readonly fault: string;
}
