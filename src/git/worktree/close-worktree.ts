import { existsSync } from 'node:fs';
import type { WorktreeToClose } from '../../model/worktrees.ts';
import { orFault } from '../git-error.ts';
import { readGitState } from '../read-git-state.ts';
import { changeByItself, findCommit } from '../worktree-git.ts';

/**
 * Removes a worktree whose work lies elsewhere by now, and its branch.
 *
 * Shape: undefined once it is gone; else the reason why it stays. What was written into it meanwhile is not lost.
 * Errors: none thrown.
 */
export async function closeWorktree({
  folder,
  path,
  branch,
  head,
}: WorktreeToClose): Promise<string | undefined> {
  if (existsSync(path)) {
    const state = await readGitState(path);
    if (state === null) return 'Git cannot read it.';
    if (state.changed.length > 0 || state.head !== head)
      return 'It was changed after its work was committed.';
  }
  const removed = await orFault(async () => {
    // Git refuses, without the word, what holds submodules.
    if (existsSync(path))
      await changeByItself(folder, 'remove the worktree', ['worktree', 'remove', '--force', '--', path]);
    else await changeByItself(folder, 'forget the worktree', ['worktree', 'prune', '--expire', 'now']);
    const ref = `refs/heads/${branch}`;
    // A branch that somebody has moved is theirs.
    if ((await findCommit(folder, ref)) !== head) return;
    await changeByItself(folder, 'remove the branch', ['update-ref', '-d', ref, head]);
  });
  return removed?.fault;
}
