import { existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorktreeToMake } from '../../model/worktrees.ts';
import { findWayOut } from '../../util/find-way-out.ts';
import { GitError, orFault, type GitFaultReply } from '../git-error.ts';
import { WORKTREES_FOLDER } from './plan-worktree.ts';
import { readGitState } from '../read-git-state.ts';
import { askGit } from '../run-git.ts';
import { changeByItself, findCommit } from '../worktree-git.ts';

/**
 * Makes a planned worktree, or takes over what an earlier try has made of it.
 *
 * Nobody has worked in it yet: what is not just as it was planned is taken away and made again.
 * Shape: `note` says what is missing in it and is no reason to stop. Errors: none thrown.
 */
export function makeOwnWorktree(
  wish: WorktreeToMake,
): Promise<{ readonly note: string | null } | GitFaultReply> {
  return orFault(async () => {
    refuseElsewhere(wish.path);
    if (!(await isAsPlanned(wish))) {
      await takeAway(wish);
      const { folder, path, branch, base } = wish;
      const words = ['worktree', 'add', '--quiet', '-b', branch, '--', path, base];
      await changeByItself(folder, `make the worktree "${path}"`, words);
    }
    return { note: await fillSubmodules(wish.path) };
  });
}

/** What is there gets removed, so neither a link nor a forged journal may lead to another folder. */
export function refuseElsewhere(path: string): void {
  const root = dirname(dirname(dirname(path)));
  const isPlaced = dirname(path) === join(root, WORKTREES_FOLDER);
  if (isPlaced && findWayOut(root, path, realpathSync.native) === undefined) return;
  throw new GitError('git-refused', `"${path}" cannot be a worktree: it is not in ${WORKTREES_FOLDER}.`);
}

async function isAsPlanned({ folder, path, branch, base }: WorktreeToMake): Promise<boolean> {
  if (!existsSync(join(path, '.git')) || !(await isListed(folder, path))) return false;
  const state = await readGitState(path);
  return state?.branch === branch && state.head === base && state.changed.length === 0;
}

/** Whether git knows of a worktree there, and has made it to its end. */
async function isListed(folder: string, path: string): Promise<boolean> {
  const listed = await askGit(folder, ['worktree', 'list', '--porcelain']);
  const own = `worktree ${realOf(path)}`;
  const lines = (listed?.text ?? '').split('\n\n').find((each) => each.split('\n')[0] === own);
  return lines !== undefined && !/^locked/m.test(lines);
}

/** Git names folders without symbolic links. */
function realOf(path: string): string {
  return existsSync(path)
    ? realpathSync(path)
    : join(realpathSync(dirname(path)), path.slice(dirname(path).length));
}

/** The names were free when they were chosen, so that what is there is what an earlier try has left. */
async function takeAway({ folder, path, branch, base }: WorktreeToMake): Promise<void> {
  rmSync(path, { recursive: true, force: true });
  await changeByItself(folder, 'forget the unfinished worktree', ['worktree', 'prune', '--expire', 'now']);
  if ((await findCommit(folder, `refs/heads/${branch}`)) !== base) return;
  await changeByItself(folder, 'take back the branch', ['update-ref', '-d', `refs/heads/${branch}`, base]);
}

/** Submodules may be out of reach: whoever needs them finds out, and everybody else can work. */
async function fillSubmodules(path: string): Promise<string | null> {
  if (!existsSync(join(path, '.gitmodules'))) return null;
  const words = ['submodule', '--quiet', 'update', '--init', '--recursive'];
  const filled = await orFault(() => changeByItself(path, 'fetch the submodules', words));
  return filled !== undefined && 'fault' in filled ? filled.fault : null;
}
