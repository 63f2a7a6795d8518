import type { ChildBlockEndRecord, WorktreeRecord } from '../../model/event-records.ts';

/**
 * The git worktree of a block.
 *
 * Mutable: only `fold` changes it. Each phase says what is known to be done; the next step may be half done.
 */
export interface Worktree extends Pick<WorktreeRecord, 'path' | 'branch' | 'base' | 'onto'> {
  phase: 'planned' | 'made' | 'open' | 'left' | 'committed' | 'merged' | 'conflicted';
  /** How its block ended, from when it is left. */
  end:
    | (Pick<ChildBlockEndRecord, 'outcome' | 'result' | 'failed' | 'reason'> & { readonly merges: boolean })
    | undefined;
  /** The commit that holds its work, from when it is committed. */
  head: string | undefined;
  /** Where a merge of it met other changes. */
  conflicts: readonly string[];
}

/** Why the work of a worktree was not merged: names where it is kept. */
export function conflictReason({ path, branch, conflicts }: Worktree): string {
  const shown = conflicts.slice(0, 20).map((each) => `"${each}"`);
  const more = conflicts.length > 20 ? ` and ${conflicts.length - 20} more` : '';
  return `The merge of "${branch}" met other changes in ${shown.join(', ')}${more}. The worktree is kept in "${path}".`;
}
