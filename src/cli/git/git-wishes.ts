import type { BARE_FLAGS } from './bare-flags.ts';
import { UsageError } from '../io/usage-error.ts';
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
  /** Whether the run stays on the branch that is checked out, also where it is the default branch. */
  readonly here: boolean;
}

export interface GitFlags {
  readonly dirty?: DirtyPolicy | undefined;
  readonly branch?: string | undefined;
  readonly worktree?: string | undefined;
  readonly here?: boolean | undefined;
}

/** Flags that only the start of a run has. */
export const gitFlagOptions = {
  here: {
    type: 'boolean',
    describe:
      'Stay on the default branch; without it a run that may commit makes a branch of its own there, as --branch does',
  },
  branch: {
    type: 'string',
    describe: 'Make a branch for the run and check it out (default name: wfmap/<map>-<number>)',
  },
  worktree: {
    type: 'string',
    describe:
      'Let agents work in a git worktree of their own, on a new branch (default name: <map>-<number>)',
  },
} as const satisfies Readonly<Record<(typeof BARE_FLAGS)[number] | 'here', object>>;

/** The one that is asked for at the start and when a run goes on. */
export const dirtyFlag = {
  choices: DIRTY_POLICIES,
  describe:
    'With uncommitted changes, or another run in this folder: allow (report it), stash (set changes aside), refuse',
} as const;

/** Reads what is asked of git. Errors: throws {@link UsageError} for what contradicts itself. */
export function gitWishesOf(
  { dirty, branch, worktree, here = false }: GitFlags,
  config: ProjectConfig,
): GitWishes {
  const elsewhere = worktree !== undefined ? '--worktree' : branch !== undefined ? '--branch' : undefined;
  if (here && elsewhere !== undefined)
    throw new UsageError(`--here stays on the branch that is checked out, and ${elsewhere} makes another.`);
  return {
    dirty: dirty ?? config.dirty ?? 'allow',
    isDirtyGiven: dirty !== undefined,
    branch,
    worktree,
    here,
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
