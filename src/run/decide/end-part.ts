import type { ParallelTask } from '../../model/block.ts';
import type { PartEndRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { conclude } from './conclude.ts';
import { executionAround, runningBlocks } from '../state/running-blocks.ts';
import { skipAfter } from './skip-after.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { Part, Parts } from '../state/parts.ts';
import { leaveWorktree } from './leave-worktree.ts';
import { giveUp } from './give-up.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

type End = Pick<PartEndRecord, 'outcome' | 'result' | 'failed'>;

/** Records how a block inside of a task ended; one with a worktree of its own is over when that is seen to. */
export function endPart(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  if (instance.worktree?.phase === 'open') {
    leaveWorktree(live, batch, instance, end);
    giveUpOnStuck(live, batch, instance);
  } else {
    finishPart(live, batch, instance, end);
  }
}

/** Records that a part is over, and what follows for its task. */
export function finishPart(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  const step = instance.path.at(-1);
  const open = executionAround(live.state, instance);
  invariant(step !== undefined && open !== undefined, 'a part is of an execution that is under way');
  const { address, task } = open;
  if (task.type === 'workflow') {
    batch.add('workflow.finished', address, { task: task.name, ...end });
  } else {
    const type = task.type === 'parallel' ? 'branch.finished' : 'item.finished';
    batch.add(type, address, { task: task.name, key: step.key, ...end });
    if (task.type === 'foreach') skipAfter(batch, open, task, step.key);
  }
  goOnWithParts(live, batch, open);
}

/** Starts the parts that may start now; once nothing is left to wait for, the task is over. */
export function goOnWithParts(live: LiveRun, batch: Batch, open: OpenTask): void {
  const { task, parts } = open;
  invariant(parts !== undefined, 'only a task with parts goes on with them');
  if (task.type === 'parallel') cancelNeedless(live.state, batch, open, task);
  for (let key = parts.schedule?.next(); key !== undefined; key = parts.schedule?.next()) {
    batch.add('item.started', open.address, { task: task.name, key });
  }
  if (parts.left > 0) {
    giveUp(live, batch, open);
    return;
  }
  conclude(live, batch, open, { result: resultOf(open, parts), action: undefined, by: 'guard' });
}

/** The same for a block that got stuck. */
export function giveUpOnStuck(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  const open = executionAround(live.state, instance);
  if (open !== undefined) giveUp(live, batch, open);
}

/** Ends the branches that no longer matter: enough have ended well, or enough never can. */
function cancelNeedless(
  state: RunState,
  batch: Batch,
  open: OpenTask,
  { name, atLeast }: ParallelTask,
): void {
  const { parts } = open;
  if (atLeast === undefined || parts === undefined) return;
  if (parts.succeeded < atLeast && parts.succeeded + parts.left >= atLeast) return;
  for (const [key, { worktree }] of runningBlocks(state, open)) {
    // What has come to its end and is about to be merged is not cut off there.
    if (worktree?.end !== undefined) continue;
    batch.add('branch.cancelled', open.address, { task: name, key });
  }
}

function resultOf({ task }: OpenTask, { byKey }: Parts): Value {
  if (task.type === 'foreach') {
    return Array.from(byKey, ([key, part]): Value => ({ key, ...endOf({ ...part, reason: undefined }) }));
  }
  if (task.type === 'parallel') {
    return Object.fromEntries(Array.from(byKey, ([key, part]): [string, Value] => [key, endOf(part)]));
  }
  const [part] = byKey.values();
  invariant(part !== undefined, 'a workflow has one part');
  return endOf(part);
}

function endOf({ status, outcome, result, reason }: Omit<Part, 'item'>): { readonly [key: string]: Value } {
  if (reason !== undefined) return { outcome, result, reason };
  return status === 'cancelled' ? { outcome, result, reason: NEEDLESS } : { outcome, result };
}

const NEEDLESS = 'The other branches had decided the join.';
