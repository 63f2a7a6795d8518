import { orFault, type GitFaultReply } from './git-error.ts';
import { withOwnIndex, type OwnIndex } from './own-index.ts';
import { buildWithGit, commitAsUser } from './run-git.ts';
import { findRunChanges, unstage, type RunChanges, type RunStart } from './run-changes.ts';
import { applyChanges, isSameEntry, readStaged, readTreeChanges } from './tree-changes.ts';
import { findCommit } from './worktree-git.ts';

/**
 * Commits the changes of a run, and nothing of its user's, with the user's hooks and signature.
 *
 * What the user had staged stays staged and is in no commit, except for files that the run changed too: those are
 * committed as they are. Hooks see the commit's index.
 * Shape: the commit that is checked out afterwards, the same as before if there were no changes; undefined before the
 * first commit. Errors: none thrown.
 */
export function commitRunChanges(
  folder: string,
  start: RunStart,
  message: string,
): Promise<{ readonly head: string | undefined } | GitFaultReply> {
  return orFault(() =>
    withOwnIndex(folder, async (index) => {
      const found = await findRunChanges(folder, start, index);
      const tree = await applyChanges(folder, found.head, found.changes);
      if ((await readTreeChanges(folder, found.head, tree)).size > 0) {
        // Of entries that stay the same the index keeps when they were read: hooks need not read every file again.
        const words = ['read-tree', '-i', '-m', tree];
        await buildWithGit(folder, 'stage the changes', words, { environment: index });
        const { isMade, said } = await commitAsUser(folder, ['--quiet', '--message', message], index);
        if (!isMade) return { fault: said.trim() };
      }
      const head = await findCommit(folder, 'HEAD');
      if (head !== undefined) await keepUp(folder, start, { found, head, index });
      return { head };
    }),
  );
}

interface Committed {
  readonly found: RunChanges;
  readonly head: string;
  readonly index: OwnIndex;
}

/**
 * The user's index still has what was committed as it was before. It takes over the run's changes, what hooks added, and
 * what an earlier try that was killed right after its commit has left behind.
 */
async function keepUp(folder: string, start: RunStart, { found, head, index }: Committed): Promise<void> {
  const staged = await readStaged(folder, head);
  if (staged.size === 0) return;
  const ofHooks = await readTreeChanges(folder, found.head, head);
  const since = await readTreeChanges(folder, start.head || found.head, head);
  const notNow = await readTreeChanges(folder, head, found.now);
  const isBehind = (path: string): boolean => {
    if (found.changes.has(path) || ofHooks.has(path)) return true;
    const [own, earlier] = [staged.get(path), since.get(path)];
    return (
      own !== undefined &&
      earlier !== undefined &&
      isSameEntry(own.after, earlier.before) &&
      !notNow.has(path)
    );
  };
  await unstage(folder, [...staged.keys()].filter(isBehind), index);
}
