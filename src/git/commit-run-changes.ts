import { orFault, type GitFaultReply } from './git-error.ts';
import { withOwnIndex, type OwnIndex } from './own-index.ts';
import { askGit, buildWithGit, commitAsUser } from './run-git.ts';
import { findRunChanges, unstage, type RunChanges, type RunStart } from './run-changes.ts';
import { applyChanges, isSameEntry, readStaged, readTreeChanges, shownPath } from './tree-changes.ts';
import { findCommit } from './worktree-git.ts';

/** What becomes of files that held uncommitted edits of somebody else and that were changed as well. */
export const EDITED = ['refuse', 'commit', 'leave'] as const;

interface Commit {
  readonly message: string;
  /** Refused with their names, committed as they are, or left out of the commit. Default: "refuse". */
  readonly edited?: (typeof EDITED)[number] | undefined;
}

/** Files that held uncommitted edits when the work began. Shape: `before` is a tree that has them as they were then. */
export interface EditedFiles {
  readonly edited: readonly string[];
  readonly before: string;
}

/**
 * Commits the changes of a run, and nothing of its user's, with the user's hooks and signature.
 *
 * What the user had staged stays staged and is in no commit, except for files that the run changed too, where they are to
 * be committed. Hooks see the commit's index.
 * Shape: the commit with the changes, whether it was made now or by a try that was killed; undefined where nothing was
 * changed. Errors: none thrown.
 */
export function commitRunChanges(
  folder: string,
  start: RunStart,
  { message, edited: deal = 'refuse' }: Commit,
): Promise<{ readonly head: string | undefined } | EditedFiles | GitFaultReply> {
  return orFault(() =>
    withOwnIndex(folder, async (index) => {
      const all = await findRunChanges(folder, start, index);
      const edited = deal === 'commit' ? [] : await editedAmong(folder, all);
      if (deal === 'refuse' && edited.length > 0)
        return { edited: edited.map(shownPath).toSorted(), before: all.base };
      const left = new Set(edited);
      const found = { ...all, changes: new Map([...all.changes].filter(([path]) => !left.has(path))) };
      const tree = await applyChanges(folder, found.head, found.changes);
      const isChanged = (await readTreeChanges(folder, found.head, tree)).size > 0;
      if (isChanged) {
        // Of entries that stay the same the index keeps when they were read: hooks need not read every file again.
        const words = ['read-tree', '-i', '-m', tree];
        await buildWithGit(folder, 'stage the changes', words, { environment: index });
        const { isMade, said } = await commitAsUser(folder, ['--quiet', '--message', message], index);
        if (!isMade) return { fault: said.trim() };
      }
      const head = await findCommit(folder, 'HEAD');
      if (head !== undefined) await keepUp(folder, start, { found, head, index });
      return { head: isChanged ? head : await findEarlier(folder, start, message) };
    }),
  );
}

/** Paths that were changed now, and whose earlier changes are in no commit. */
async function editedAmong(folder: string, { head, base, changes }: RunChanges): Promise<readonly string[]> {
  const before = await readTreeChanges(folder, head, base);
  return [...changes.keys()].filter((path) => before.has(path));
}

/** The commit of a try that was killed right after it. A hook may have added to the message. */
async function findEarlier(folder: string, { head }: RunStart, message: string): Promise<string | undefined> {
  const [title = ''] = message.split('\n');
  const since = head === '' ? 'HEAD' : `${head}..HEAD`;
  const words = [
    'log',
    '--fixed-strings',
    `--grep=${title.trim()}`,
    '--max-count=1',
    '--format=%H',
    since,
    '--',
  ];
  const found = (await askGit(folder, words))?.text.trim() ?? '';
  return found === '' ? undefined : found;
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
