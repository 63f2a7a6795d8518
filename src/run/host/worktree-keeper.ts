/**
 * Who makes, merges and removes the worktrees of a run.
 *
 * A step that was taken, or half taken, may be asked for again and finds what was done. None throws: what stands in
 * the way is the `fault`, in sentences for whoever has to see to it. Paths are absolute but for those that are planned.
 */
export interface WorktreeKeeper {
  /** Chooses names that are free. Shape: `path` is from the root; `base` a commit; `onto` the branch to merge into. */
  readonly plan: (wish: {
    readonly root: string;
    readonly folder: string;
    readonly run: string;
    readonly execution: number;
    readonly key: string;
    readonly isFirst: boolean;
    readonly merges: boolean;
    readonly commitMessage: string | undefined;
  }) => Promise<
    | Fault
    | { readonly path: string; readonly branch: string; readonly base: string; readonly onto: string | null }
  >;
  readonly make: (worktree: {
    readonly folder: string;
    readonly path: string;
    readonly branch: string;
    readonly base: string;
  }) => Promise<Fault | { readonly note: string | null }>;
  /** Commits what is not committed. Shape: the commit that is checked out then. */
  readonly commit: (
    folder: string,
    branch: string,
    how: { readonly base: string; readonly message: string },
  ) => Promise<Fault | { readonly head: string }>;
  readonly merge: (work: {
    readonly folder: string;
    readonly onto: string | null;
    readonly branch: string;
    readonly head: string;
    readonly message: string;
  }) => Promise<
    | Fault
    | { readonly kind: 'merged'; readonly base: string; readonly result: string }
    | { readonly kind: 'conflict'; readonly base: string; readonly paths: readonly string[] }
  >;
  /** Removes a worktree with its branch. Shape: undefined once it is gone, else why it stays. */
  readonly close: (worktree: {
    readonly folder: string;
    readonly path: string;
    readonly branch: string;
    readonly head: string;
  }) => Promise<string | undefined>;
  /** What differs in a folder from a commit. */
  readonly diff: (folder: string, base: string) => Promise<string>;
}

interface Fault {
  readonly fault: string;
}
