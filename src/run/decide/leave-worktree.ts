import { extendScope } from '../../expression/types/extend-scope.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { ChildBlockEndRecord } from '../../model/event-records.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { blockKeyOf } from '../../model/address.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { LiveRun } from '../live/live-run.ts';
import { contextOf, taskScope } from '../scope/task-scope.ts';
import { addressAround } from '../live/work-folder.ts';

type End = Pick<ChildBlockEndRecord, 'outcome' | 'result' | 'failed' | 'reason'>;

/** Records that the block of a worktree has ended, and whether its work is to be merged. */
export function leaveWorktree(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  const step = instance.path.at(-1);
  invariant(step !== undefined, 'a worktree is of a branch or item');
  const { task, key } = step;
  const address = addressAround(instance.path);
  try {
    batch.add('worktree.left', address, { task, key, ...end, merges: isToMerge(live, instance, end) });
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    const reason = `Whether its work is to be merged could not be worked out. ${thrown.message}`;
    batch.add('worktree.failed', address, { task, key, reason });
  }
}

function isToMerge(
  live: LiveRun,
  { workspace, path }: BlockInstance,
  { outcome, result, failed }: End,
): boolean {
  if (workspace.kind !== 'worktree' || workspace.merge === 'never') return false;
  if (workspace.merge === 'onSuccess') return !failed;
  const outer = live.state.blocks.get(blockKeyOf(path.slice(0, -1)));
  const open = live.state.open.get(outer?.open ?? 0);
  invariant(outer !== undefined && open !== undefined, 'a child block is of an execution that is under way');
  const { scope } = taskScope(contextOf(live, outer), open, open.task);
  const own = extendScope(scope, [['result', 'any', { outcome, result }]]);
  const value = expressionOf(workspace.merge).evaluate(own) ?? false;
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(workspace.merge.text, 'a condition is true or false, and this is neither');
}
