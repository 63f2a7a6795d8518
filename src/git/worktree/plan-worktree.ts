import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedWorktree, WorktreeWish } from '../../model/worktrees.ts';
import { freeName, hasBranch, plainName } from '../branch-name.ts';
import { findUnderWay } from '../change-git.ts';
import { commitWork } from '../commit-work.ts';
import type { GitFaultReply } from '../git-error.ts';
import { readGitState, type GitState } from '../read-git-state.ts';
import { askGit, isSo } from '../run-git.ts';
import { someOf } from '../worktree-git.ts';

/** Where worktrees lie, from the root; `.wfmap` keeps itself out of git. */
export const WORKTREES_FOLDER = '.wfmap/worktrees';

/** Chooses names that are free, and the commit to begin at. Errors: none; what stands in the way is the fault. */
export async function planWorktree(wish: WorktreeWish): Promise<PlannedWorktree | GitFaultReply> {
  const { folder, commitMessage } = wish;
  if (commitMessage !== undefined) {
    const committed = await commitWork(folder, commitMessage);
    if ('fault' in committed) return committed;
  }
  const state = await readGitState(folder);
  if (state === null) return { fault: await whyNoState(folder) };
  const fault = await faultOf(wish, state);
  if (fault !== undefined || state.head === null) return { fault: fault ?? 'There is no commit.' };
  const names = await freeNames(wish);
  if (names === undefined) return { fault: `All names for a worktree of "${wish.key}" are taken.` };
  return { ...names, base: state.head, onto: wish.merges ? state.branch : null };
}

async function whyNoState(folder: string): Promise<string> {
  if (!(await isSo(folder, ['--version']))) return 'There is no git on PATH, and worktrees need it.';
  const bare = await askGit(folder, ['rev-parse', '--is-bare-repository']);
  if (bare?.text.trim() === 'true')
    return `"${folder}" is a bare repository: it has no files to work on. Run wfmap in a clone of it.`;
  return `"${folder}" is not the top of a git repository, and worktrees need one. Run "git init" and commit, then resume.`;
}

async function faultOf(
  { folder, isFirst, merges }: WorktreeWish,
  state: GitState,
): Promise<string | undefined> {
  if (state.head === null)
    return 'The repository has no commit for a worktree to begin at. Commit, then resume.';
  if (merges && state.branch === null) {
    return 'No branch is checked out (detached HEAD), so there is none to merge into. Check one out, then resume.';
  }
  const underWay = await findUnderWay(folder);
  if (underWay !== undefined)
    return `There is ${underWay} under way in "${folder}". Finish or abort it, then resume.`;
  if (!isFirst || state.changed.length === 0) return undefined;
  return (
    `Worktrees begin at a commit, and these changes are in none: ${someOf(state.changed)}. ` +
    'Commit them, or set them aside with "git stash --include-untracked", then resume.'
  );
}

async function freeNames({
  root,
  folder,
  run,
  execution,
  key,
}: WorktreeWish): Promise<{ readonly path: string; readonly branch: string } | undefined> {
  const own = `${execution}-${safeKey(key)}`;
  const runName = plainName(run);
  // Where a branch has the name of the folder of ours, git takes none below it.
  const isTaken = (await hasBranch(folder, 'wfmap')) || (await hasBranch(folder, `wfmap/${runName}`));
  const branchOf = (name: string): string =>
    isTaken ? `wfmap-${runName}-${name}` : `wfmap/${runName}/${name}`;
  const pathOf = (name: string): string => `${WORKTREES_FOLDER}/${runName}-${name}`;
  const name = await freeName(
    own,
    async (each) => existsSync(join(root, pathOf(each))) || (await hasBranch(folder, branchOf(each))),
  );
  return name === undefined ? undefined : { path: pathOf(name), branch: branchOf(name) };
}

/** Units: characters. */
const MAX_KEY = 40;

/** A key as part of a name: two keys have two names, also where a file system takes no notice of case. */
function safeKey(key: string): string {
  const name = plainName(key).slice(0, MAX_KEY).toLowerCase();
  if (name === key) return name;
  return `${name}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}
