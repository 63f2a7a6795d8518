import type { BARE_FLAGS } from './bare-flags.ts';
import { DIRTY_POLICIES, type DirtyPolicy, type ProjectConfig } from '../../project/config.ts';

/** What a command line and a configuration ask of git. */
export interface GitWishes {
  readonly dirty: DirtyPolicy;
  /** Whether the command line says so, and not a configuration that holds for every run. */
  readonly isDirtyGiven: boolean;
  /** A branch to be made; "" for one with a name of our choice. */
  readonly branch: string | undefined;
  /** The same for a worktree. */
  readonly worktree: string | undefined;
}

export interface GitFlags {
  readonly dirty?: DirtyPolicy | undefined;
  readonly branch?: string | undefined;
  readonly worktree?: string | undefined;
}

/** Flags that only the start of a run has. */
export const gitFlagOptions = {
  branch: {
    type: 'string',
    describe: 'Make a branch for the run and check it out (default name: wfmap/<map>-<number>)',
  },
  worktree: {
    type: 'string',
    describe:
      'Let agents work in a git worktree of their own, on a new branch (default name: <map>-<number>)',
  },
} as const satisfies Readonly<Record<(typeof BARE_FLAGS)[number], object>>;

/** The one that is asked for at the start and when a run goes on. */
export const dirtyFlag = {
  choices: DIRTY_POLICIES,
  describe:
    'With uncommitted changes, or another run in this folder: allow (tell of it), stash (set changes aside), refuse',
} as const;

/** Reads what is asked of git. */
export function gitWishesOf({ dirty, branch, worktree }: GitFlags, config: ProjectConfig): GitWishes {
  return {
    dirty: dirty ?? config.dirty ?? 'allow',
    isDirtyGiven: dirty !== undefined,
    branch,
    worktree,
  };
}

/** The flags of a command line that want something of git. */
export function askedOf({ dirty, isDirtyGiven, branch, worktree }: GitWishes): readonly string[] {
  return [
    ...(isDirtyGiven && dirty !== 'allow' ? [`--dirty ${dirty}`] : []),
    ...(branch === undefined ? [] : ['--branch']),
    ...(worktree === undefined ? [] : ['--worktree']),
  ];
}
