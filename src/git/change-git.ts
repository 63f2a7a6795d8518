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
  const lost = await findLost(folder);
  if (lost !== undefined) {
    const { what, help } = lost.reason;
    const message = `Git cannot set aside ${what}: ${someOf(lost.paths)}.`;
    throw new GitError('git-refused', message, { help: `${help}, then run again.` });
  }
  const before = await stashOf(folder);
  const words = ['stash', 'push', '--quiet', '--include-untracked', '--message', message, ...WITHOUT_RUNS];
  await changeWithGit(folder, 'set aside what is not committed', words);
  const after = await stashOf(folder);
  return after === before ? null : after;
}

/** One of `git status`: what is staged, what is not, and the path. */
interface StatusEntry {
  readonly staged: string;
  readonly unstaged: string;
  readonly path: string;
}

interface LossReason {
  readonly what: string;
  readonly help: string;
  readonly is: (entry: StatusEntry, untracked: readonly string[]) => boolean;
}

/** What `git stash pop --index` does not bring back as it was, or refuses. Tried with git 2.39. */
const LOSSES: readonly LossReason[] = [
  {
    what: 'what is staged and not in the folder any more',
    help: 'Its stash would bring it back as a file. Unstage it (git rm --cached), or put it back',
    is: ({ staged, unstaged }) => staged === 'A' && unstaged === 'D',
  },
  {
    what: 'files that have become folders',
    help: 'It could not bring them back. Stage their removal (git rm --cached), or commit it',
    is: ({ unstaged, path }, untracked) =>
      unstaged === 'D' && untracked.some((each) => each.startsWith(`${path}/`)),
  },
  {
    what: 'files that are removed from the index and still in the folder',
    help: 'It could not bring them back. Stage them again (git add), or commit the removal',
    is: ({ staged, path }, untracked) => staged === 'D' && untracked.includes(path),
  },
];

async function findLost(
  folder: string,
): Promise<{ readonly reason: LossReason; readonly paths: readonly string[] } | undefined> {
  const answer = await askGit(folder, [
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    ...WITHOUT_RUNS,
  ]);
  const entries = (answer?.text.split('\0') ?? []).map((entry) => ({
    staged: entry.charAt(0),
    unstaged: entry.charAt(1),
    path: entry.slice(3),
  }));
  const untracked = entries.filter(({ staged }) => staged === '?').map(({ path }) => path);
  for (const reason of LOSSES) {
    const paths = entries.filter((entry) => reason.is(entry, untracked)).map(({ path }) => path);
    if (paths.length > 0) return { reason, paths };
  }
  return undefined;
}

async function stashOf(folder: string): Promise<string | null> {
  const answer = await askGit(folder, ['rev-parse', '--quiet', '--verify', 'refs/stash']);
  return answer?.text.trim() ?? null;
}
