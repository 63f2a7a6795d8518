import { hasBranch } from './branch-name.ts';
import { WITHOUT_RUNS } from './read-git-state.ts';
import { GitError } from './git-error.ts';
import { askGit, changeWithGit, isSo } from './run-git.ts';
import { someOf } from './worktree-git.ts';

/** Makes a branch at what is checked out, and checks it out; changes that are not committed stay. Errors: GitError. */
export function makeBranch(folder: string, name: string): Promise<void> {
  return changeWithGit(folder, `make the branch "${name}"`, ['switch', '--quiet', '--create', name]);
}

/** A work tree to be made. `path` is absolute, `head` a commit. */
export interface NewWorktree {
  readonly path: string;
  readonly branch: string;
  readonly head: string;
}

/** Makes a work tree on a new branch. Errors: GitError; of what failed nothing is left but what the error names. */
export async function makeWorktree(folder: string, { path, branch, head }: NewWorktree): Promise<void> {
  const words = ['worktree', 'add', '--quiet', '-b', branch, '--', path, head];
  try {
    await changeWithGit(folder, `make the worktree "${path}"`, words);
  } catch (thrown) {
    if (!(thrown instanceof GitError)) throw thrown;
    // Git takes back the folder, but not the branch; it goes only while it is where it was made.
    if (await canTakeBack(folder, branch, head)) throw thrown;
    throw new GitError(thrown.code, thrown.message, { help: `The branch "${branch}" may be left.` });
  }
}

async function canTakeBack(folder: string, branch: string, head: string): Promise<boolean> {
  if (!(await hasBranch(folder, branch))) return true;
  try {
    await changeWithGit(folder, 'take back the branch', ['update-ref', '-d', `refs/heads/${branch}`, head]);
    return true;
  } catch (thrown) {
    if (thrown instanceof GitError) return false;
    throw thrown;
  }
}

/** States of a repository that `git stash` would lose, by the name that git keeps for them. */
const UNDER_WAY = {
  MERGE_HEAD: 'a merge',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  REBASE_HEAD: 'a rebase',
} as const;

/** What is half done in a repository, in words; undefined for nothing. */
export async function findUnderWay(folder: string): Promise<string | undefined> {
  // One question for all of them, for nearly always there is nothing.
  const any = await askGit(folder, [
    'rev-list',
    '--no-walk',
    '--ignore-missing',
    ...Object.keys(UNDER_WAY),
    '--',
  ]);
  if (any?.text === '') return undefined;
  for (const [name, what] of Object.entries(UNDER_WAY)) {
    if (await isSo(folder, ['rev-parse', '--quiet', '--verify', name])) return what;
  }
  return undefined;
}

/** Sets all aside that is not committed. Shape: the commit that keeps it; null where there was nothing. Errors: GitError. */
export async function setAside(folder: string, message: string): Promise<string | null> {
  const gone = await addedAndGone(folder);
  if (gone.length > 0) {
    const message = `Git cannot set aside what is staged and not in the folder any more: ${someOf(gone)}.`;
    const help =
      'Its stash would bring it back as a file. Unstage it (git rm --cached), or put it back, then run again.';
    throw new GitError('git-refused', message, { help });
  }
  const before = await stashOf(folder);
  const words = ['stash', 'push', '--quiet', '--include-untracked', '--message', message, ...WITHOUT_RUNS];
  await changeWithGit(folder, 'set aside what is not committed', words);
  const after = await stashOf(folder);
  return after === before ? null : after;
}

/** Files that are staged as new and were removed since: `git stash pop --index` makes them again. */
async function addedAndGone(folder: string): Promise<readonly string[]> {
  const answer = await askGit(folder, ['status', '--porcelain=v1', '-z', '--untracked-files=no']);
  const entries = answer?.text.split('\0') ?? [];
  return entries.filter((entry) => entry.startsWith('AD ')).map((entry) => entry.slice(3));
}

async function stashOf(folder: string): Promise<string | null> {
  const answer = await askGit(folder, ['rev-parse', '--quiet', '--verify', 'refs/stash']);
  return answer?.text.trim() ?? null;
}
