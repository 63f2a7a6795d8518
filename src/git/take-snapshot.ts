import { orFault, type GitFaultReply } from './git-error.ts';
import { withOwnIndex } from './own-index.ts';
import type { RunStart } from './run-changes.ts';
import { takeTree } from './take-tree.ts';
import { findCommit } from './worktree-git.ts';

/** Records how a folder is now, to tell later what has changed since. Shape: `id` is for {@link readSnapshot}. Errors: none thrown. */
export function takeSnapshot(folder: string): Promise<{ readonly id: string } | GitFaultReply> {
  return orFault(async () => {
    const tree = await withOwnIndex(folder, (index) => takeTree(folder, index));
    return { id: `${(await findCommit(folder, 'HEAD')) ?? ''}:${tree}` };
  });
}

/** What a snapshot recorded; undefined for a text that is none. Whether git still has it is not looked at. */
export function readSnapshot(id: string): RunStart | undefined {
  const [, head, tree] = /^([\da-f]{40}|[\da-f]{64}|):([\da-f]{40}|[\da-f]{64})$/.exec(id) ?? [];
  return head === undefined || tree === undefined ? undefined : { head, tree };
}
