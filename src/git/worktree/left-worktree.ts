import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { orFault } from '../git-error.ts';
import { readGitState } from '../read-git-state.ts';
import { askGit } from '../run-git.ts';
import { changeByItself, findCommit } from '../worktree-git.ts';

/** A worktree that a run has left, and its branch. `path` is from the root. */
export interface LeftWorktree {
  readonly path: string;
  readonly branch: string | null;
}

/**
 * What is left of a worktree, and what would be lost with it.
 *
 * Shape: `commits` counts those that no other branch or tag has, null where git does not say; `changed` paths that are in no commit.
 */
export interface LeftState {
  readonly hasFolder: boolean;
  readonly hasBranch: boolean;
  readonly commits: number | null;
  readonly changed: number;
}

/** Looks at what is left; undefined where nothing is. */
export async function lookAtLeft(
  root: string,
  { path, branch }: LeftWorktree,
): Promise<LeftState | undefined> {
  const folder = join(root, path);
  const hasFolder = existsSync(folder);
  const tip = branch === null ? undefined : await findCommit(root, `refs/heads/${branch}`);
  if (!hasFolder && tip === undefined) return undefined;
  const state = hasFolder ? await readGitState(folder) : null;
  // A worktree may be at a commit that its branch does not have.
  const commits = await countOwn(root, branch, [tip, state?.head ?? undefined]);
  return { hasFolder, hasBranch: tip !== undefined, commits, changed: state?.changed.length ?? 0 };
}

async function countOwn(
  root: string,
  branch: string | null,
  tips: readonly (string | undefined)[],
): Promise<number | null> {
  const own = tips.filter((tip) => tip !== undefined);
  if (own.length === 0) return 0;
  const others = [...(branch === null ? [] : [`--exclude=${branch}`]), '--branches', '--tags', '--remotes'];
  const answer = await askGit(root, ['rev-list', '--count', ...own, '--not', ...others]);
  return answer === undefined ? null : Number(answer.text.trim());
}

/** The worktrees in the folder of wfmap that git knows, by their paths from the root. */
export async function listOwnWorktrees(root: string): Promise<readonly LeftWorktree[]> {
  const listed = await askGit(root, ['worktree', 'list', '--porcelain']);
  const found: LeftWorktree[] = [];
  for (const lines of (listed?.text ?? '').split('\n\n')) {
    const path = /^worktree .*\/(\.wfmap\/worktrees\/[^/\n]+)$/m.exec(lines)?.[1];
    const branch = /^branch refs\/heads\/(.+)$/m.exec(lines)?.[1] ?? null;
    if (path !== undefined) found.push({ path, branch });
  }
  return found;
}

/** Removes what is left, whatever is in it. Shape: undefined once it is gone, else git's words. */
export async function removeLeft(root: string, { path, branch }: LeftWorktree): Promise<string | undefined> {
  const folder = join(root, path);
  const removed = await orFault(async () => {
    if (existsSync(folder)) {
      await changeByItself(root, `remove "${path}"`, ['worktree', 'remove', '--force', '--', folder]);
    } else {
      await changeByItself(root, 'forget what is gone', ['worktree', 'prune', '--expire', 'now']);
    }
    const ref = `refs/heads/${branch ?? ''}`;
    if (branch === null || (await findCommit(root, ref)) === undefined) return;
    await changeByItself(root, `remove the branch "${branch}"`, ['update-ref', '-d', ref]);
  });
  return removed?.fault;
}
