import { existsSync } from 'node:fs';
import { findUnderWay } from './change-git.ts';
import { GitError, orFault, type GitFaultReply } from './git-error.ts';
import { readGitState } from './read-git-state.ts';
import { askGit, isSo } from './run-git.ts';
import { repositoriesIn } from './take-tree.ts';
import { shownPath } from './tree-changes.ts';
import { changeByItself, commitByItself, findCommit } from './worktree-git.ts';

/**
 * Commits all that is not committed in a worktree of the engine.
 *
 * Shape: the commit that is checked out then. Asked again it finds nothing to do. Errors: none thrown.
 */
export async function commitWork(
  folder: string,
  message: string,
): Promise<{ readonly head: string } | GitFaultReply> {
  const state = await readGitState(folder);
  if (state === null) return { fault: `Git cannot read the worktree "${folder}".` };
  const underWay = await findUnderWay(folder);
  if (underWay !== undefined)
    return { fault: `There is ${underWay} under way in "${folder}". Finish or abort it, then resume.` };
  return orFault(async () => {
    if (state.changed.length > 0) {
      await addAll(folder);
      // What looked changed may come to nothing, as line ends do.
      if (!(await isSo(folder, ['diff', '--cached', '--quiet']))) {
        const words = ['commit', '--quiet', '--no-verify', '--message', message];
        await commitByItself(folder, 'commit the work', words);
      }
    }
    const head = await findCommit(folder, 'HEAD');
    return head === undefined ? { fault: `Git cannot read the worktree "${folder}".` } : { head };
  });
}

/** Repositories in the work tree are taken up from outside: what is not committed there is asked with their own configuration. */
async function addAll(folder: string): Promise<void> {
  const what = 'take up what is not committed';
  const inside = (await repositoriesIn(folder)).map(shownPath);
  if (inside.some((path) => path.includes('\uFFFD')))
    throw new GitError('git-refused', `Could not ${what}: the name of a repository in it is not UTF-8 text.`);
  const apart = inside.map((path) => `:(top,exclude,literal)${path}`);
  await changeByItself(folder, what, ['add', '--all', ...(apart.length === 0 ? [] : ['--', '.', ...apart])]);
  if (inside.length > 0)
    await changeByItself(folder, what, ['update-index', '--add', '--remove', '--', ...inside]);
}

/**
 * The same for a worktree that may have been removed by hand.
 *
 * If its branch ends in the commit that an earlier try made here, nothing is lost. Everything else is a fault: what its
 * agents had not committed is nowhere else.
 */
export async function commitOrFind(
  folder: string,
  branch: string,
  { base, message }: { readonly base: string; readonly message: string },
): Promise<{ readonly head: string } | GitFaultReply> {
  if (existsSync(folder)) return commitWork(folder, message);
  const head = await findCommit(base, `refs/heads/${branch}`);
  if (head === undefined) {
    return {
      fault: `The worktree "${folder}" and its branch "${branch}" are gone. Make the branch again at its last commit ("git reflog" may know it), then resume.`,
    };
  }
  const made = await askGit(base, ['log', '-1', '--format=%B', head, '--']);
  if (made !== undefined && wordsOf(made.text) === wordsOf(message)) return { head };
  return {
    fault:
      `The worktree of "${branch}" is gone, with everything that was not committed in it. To continue without that: ` +
      `git worktree add --force "${folder}" "${branch}", then resume. To do the work again: resume with --from and this task.`,
  };
}

/** A message to be compared with another: Git cleans up its white space. */
export function wordsOf(message: string): string {
  return message.replaceAll(/\s+/g, ' ').trim();
}
