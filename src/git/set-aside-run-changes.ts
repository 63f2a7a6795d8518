import { orFault, type GitFaultReply } from './git-error.ts';
import { withOwnIndex } from './own-index.ts';
import { askGit, buildWithGit } from './run-git.ts';
import { findRunChanges, unstage, type RunChanges, type RunStart } from './run-changes.ts';
import { applyChanges, emptyTree, idIn, isSameEntry, readStaged } from './tree-changes.ts';
import { changeByItself, identityWords } from './worktree-git.ts';

/** The line in a stash that says which run made it. */
export function stashLine(run: string): string {
  return `Set aside by wfmap, run ${run}.`;
}

/**
 * Sets the uncommitted changes of a run aside in a stash, and puts back what they changed as it was.
 *
 * Files of the user that the run did not change are not touched. A file that it did change gets back its content from the
 * start of the run, or what was committed since.
 * Shape: the commit of the stash, undefined where there was nothing. A second call makes no second stash. Errors: none thrown.
 */
export function setAsideRunChanges(
  folder: string,
  start: RunStart,
  { message, run }: { readonly message: string; readonly run: string },
): Promise<{ readonly stash: string | undefined } | GitFaultReply> {
  return orFault(() =>
    withOwnIndex(folder, async (index) => {
      const found = await findRunChanges(folder, start, index);
      const { base, now, head, changes } = found;
      if (changes.size === 0) return { stash: undefined };
      const stash = await keep(folder, found, `${message}\n\n${stashLine(run)}`);
      // Only what changed is written: no submodule, and nothing that a sparse checkout leaves out or has by hand.
      const only = ['-c', 'submodule.recurse=false', 'read-tree', '--no-sparse-checkout'];
      const words = [...only, '-m', '-u', now, base];
      await changeByItself(folder, 'put back the files', words, index);
      const staged = await readStaged(folder, head);
      // An agent of the run may have staged its changes.
      const ofRun = [...staged].filter(([path, { after }]) => {
        const change = changes.get(path);
        return change !== undefined && isSameEntry(after, change.after);
      });
      await unstage(
        folder,
        ofRun.map(([path]) => path),
        index,
      );
      return { stash };
    }),
  );
}

/** Keeps the changes as `git stash` would: a commit on what is checked out, and one of the index. */
async function keep(folder: string, { head, changes }: RunChanges, message: string): Promise<string> {
  const tree = await applyChanges(folder, head, changes);
  const last = await askGit(folder, ['log', '-1', '--format=%T%n%B', 'refs/stash', '--']);
  if (last?.text.trim() === `${tree}\n${message}`)
    return idIn(await make(folder, ['rev-parse', 'refs/stash']));
  const who = await identityWords(folder);
  const commit = async (of: string, parents: readonly string[], words: string): Promise<string> => {
    const on = parents.flatMap((parent) => ['-p', parent]);
    return idIn(await make(folder, [...who, 'commit-tree', of, ...on, '-m', words]));
  };
  const none = await emptyTree(folder);
  // Before the first commit there is none to be set aside from.
  const below = head === none ? await commit(none, [], 'no commit yet') : head;
  const indexed = await commit(`${below}^{tree}`, [below], `index on ${below.slice(0, 12)}`);
  const stash = await commit(tree, [below, indexed], message);
  const [title = ''] = message.split('\n');
  await changeByItself(folder, 'keep the changes', [
    ...who,
    'stash',
    'store',
    '--quiet',
    '--message',
    title,
    stash,
  ]);
  return stash;
}

function make(folder: string, words: readonly string[]): Promise<Buffer> {
  return buildWithGit(folder, 'keep the changes', words);
}
