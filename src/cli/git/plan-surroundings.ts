import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findUnderWay } from '../../git/change-git.ts';
import { hasBranch, isBranchName, plainName } from '../../git/branch-name.ts';
import { WORKTREES_FOLDER } from '../../git/worktree/plan-worktree.ts';
import { readGitState, type GitState } from '../../git/read-git-state.ts';
import { formatCount } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { askedOf, type GitWishes } from './git-wishes.ts';

/** What is to be done to a repository before a run starts, checked as far as it can be. */
export interface SurroundingsPlan {
  readonly workRoot: string;
  /** The repository as it was found; null outside of one. */
  readonly state: GitState | null;
  readonly setsAside: boolean;
  /** Names; "" for one of our choice; undefined for none. */
  readonly branch: string | undefined;
  readonly worktree: string | undefined;
}

/**
 * Looks at the repository that a run is to start in, and tells of what is not committed.
 *
 * Nothing is changed. Errors: throws {@link UsageError} for what is refused, and for what cannot be done here.
 */
export async function planSurroundings(
  workRoot: string,
  wishes: GitWishes,
  say: (line: string) => void,
): Promise<SurroundingsPlan> {
  const { branch, worktree } = wishes;
  const state = await readGitState(workRoot);
  const plan = { workRoot, state, setsAside: false, branch, worktree };
  if (state === null) {
    refuseWithoutGit(workRoot, wishes);
    return plan;
  }
  if (branch !== undefined) await checkBranch(workRoot, branch);
  if (worktree === undefined) return { ...plan, setsAside: await planHere(workRoot, wishes, state, say) };
  checkWorktree(workRoot, worktree, state);
  if (state.changed.length > 0) say(`${changesOf(state)}: the worktree of the run begins without them.`);
  return plan;
}

/** What becomes of the changes in the way of a run in this checkout. Shape: whether they are to be set aside. */
async function planHere(
  workRoot: string,
  { dirty, branch }: GitWishes,
  state: GitState,
  say: (line: string) => void,
): Promise<boolean> {
  const isDirty = state.changed.length > 0;
  if (isDirty && dirty === 'refuse') {
    throw new UsageError(`${changesOf(state)}, and --dirty refuse starts nothing beside them.`, {
      help: 'Commit them, set them aside with --dirty stash, or leave them alone with --worktree.',
    });
  }
  const setsAside = isDirty && dirty === 'stash';
  if (setsAside || branch !== undefined) await refuseUnderWay(workRoot);
  if (setsAside && state.head === null) {
    throw new UsageError('There is no commit yet, so nothing can be set aside.', { help: 'Commit first.' });
  }
  if (isDirty && !setsAside) {
    say(
      `${changesOf(state)}; agents work beside them, and shipped maps commit and set aside only what changes from now on (--dirty stash sets them aside, --worktree avoids them).`,
    );
  }
  return setsAside;
}

function changesOf({ changed, isWhole }: GitState): string {
  const files = `${isWhole ? '' : 'more than '}${formatCount(changed.length, 'file')}`;
  return `The work tree has uncommitted changes (${files})`;
}

function refuseWithoutGit(workRoot: string, wishes: GitWishes): void {
  const [asked] = askedOf(wishes);
  if (asked === undefined) return;
  throw new UsageError(`${asked} needs a git repository, and git finds none at "${workRoot}".`, {
    help: 'Make one with "git init", or see what "git status" says there.',
  });
}

async function checkBranch(workRoot: string, branch: string): Promise<void> {
  if (branch === '') return;
  if (!(await isBranchName(workRoot, branch))) {
    throw new UsageError(`--branch "${branch}" is not a valid name of a git branch.`, {
      help: `Write for example --branch=${plainName(branch)}`,
    });
  }
  if (await hasBranch(workRoot, branch)) {
    throw new UsageError(`There is a branch "${branch}" already.`, {
      help: `Name another, leave the name out, or run "git switch ${branch}" and start without --branch.`,
    });
  }
}

function checkWorktree(workRoot: string, name: string, { head }: GitState): void {
  if (head === null) {
    throw new UsageError('There is no commit yet that a worktree could begin at.', { help: 'Commit first.' });
  }
  if (name === '') return;
  // oxlint-disable-next-line eslint/no-control-regex
  if (!/^[^.\-/\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]{0,99}$/.test(name)) {
    throw new UsageError(`--worktree "${name}" is not a valid name of a folder.`, {
      help: `Write for example --worktree=${plainName(name)}`,
    });
  }
  if (existsSync(join(workRoot, WORKTREES_FOLDER, name))) {
    throw new UsageError(`There is a worktree "${name}" already.`, {
      help: 'Name another, leave the name out, or remove it with "git worktree remove".',
    });
  }
}

async function refuseUnderWay(workRoot: string): Promise<void> {
  const what = await findUnderWay(workRoot);
  if (what === undefined) return;
  throw new UsageError(`${what.replace(/^a/, 'A')} is under way here.`, {
    help: 'End it first, or leave this checkout alone with --worktree.',
  });
}
