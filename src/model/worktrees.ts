/** What a run asks for its worktrees: shared by who decides and who does it. Paths are absolute but where it is said. */

/** A worktree that is wanted. */
export interface WorktreeWish {
  /** The top of the project, and the folder whose commit it begins at. */
  readonly root: string;
  readonly folder: string;
  /** The run, its execution of the task, and the key of the branch or item: they name it. */
  readonly run: string;
  readonly execution: number;
  readonly key: string;
  /** Whether it is the first of its task: then nothing may be uncommitted. */
  readonly isFirst: boolean;
  /** Whether its work may be merged. */
  readonly merges: boolean;
  /** Set where the folder is the engine's own worktree: what is uncommitted there is committed with these words. */
  readonly commitMessage: string | undefined;
}

/** A worktree before it is made. Shape: `path` is from the root; `onto` null where its work is never merged. */
export interface PlannedWorktree {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  readonly onto: string | null;
}

/** A worktree to be made. `folder` is one of the repository, `base` a commit. */
export interface WorktreeToMake {
  readonly folder: string;
  readonly path: string;
  readonly branch: string;
  readonly base: string;
}

/** A worktree that nobody works in any more. `head` is the commit that it was left at. */
export interface WorktreeToClose {
  /** A folder of the repository, beside the worktree. */
  readonly folder: string;
  readonly path: string;
  readonly branch: string;
  readonly head: string;
}

/**
 * Work to be merged. `folder` is where the branch `onto` is checked out, `head` the commit to be merged.
 *
 * Shape: `message` is for the merge of what the engine committed itself, with the words `workMessage`. Another commit
 * was named by the map: its merge has that name in its first line.
 */
export interface WorkToMerge {
  readonly folder: string;
  readonly onto: string | null;
  readonly branch: string;
  readonly head: string;
  readonly message: string;
  readonly workMessage: string;
}

/** The outcome of a branch or item whose merge met other changes, whatever its block came to. */
export const CONFLICT = 'conflict';

/** Shape: a merge's `base` is what was checked out before it, `result` what is since; `paths` are those in conflict. */
export type Merged =
  | { readonly kind: 'merged'; readonly base: string; readonly result: string }
  | { readonly kind: 'conflict'; readonly base: string; readonly paths: readonly string[] };

/** Where the copies of a run lie: `root` is the top of the project, `run` names the run. */
export interface CopiesOf {
  readonly root: string;
  readonly run: string;
}

/** A copy of a folder that is wanted; `key` tells it from others of the run. */
export interface CopyWish extends CopiesOf {
  readonly folder: string;
  readonly key: string;
}
