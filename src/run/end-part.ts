import type { ForeachTask, ParallelTask } from '../model/block.ts';
import type { PartEndRecord } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import { invariant } from '../util/invariant.ts';
import type { Batch } from './batch.ts';
import { blockKeyOf, type BlockInstance } from './block-instance.ts';
import { conclude } from './conclude.ts';
import type { LiveRun } from './live-run.ts';
import type { Part, Parts } from './parts.ts';
import type { OpenTask } from './run-state.ts';

type End = Pick<PartEndRecord, 'outcome' | 'result' | 'failed'>;

/** Records how a block inside of a task ended, and what follows for that task. */
export function endPart(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  const step = instance.path.at(-1);
  const outer = live.state.blocks.get(blockKeyOf(instance.path.slice(0, -1)));
  const open = live.state.open.get(outer?.open ?? 0);
  invariant(step !== undefined && open !== undefined, 'a part is of an execution that is under way');
  const { address, task } = open;
  if (task.type === 'workflow') {
    batch.add('workflow.finished', address, { task: task.name, ...end });
  } else {
    const type = task.type === 'parallel' ? 'branch.finished' : 'item.finished';
    batch.add(type, address, { task: task.name, key: step.key, ...end });
    if (task.type === 'foreach' && end.failed) skipAfter(batch, open, task, step.key);
  }
  goOnWithParts(live, batch, open);
}

/** Starts the parts that may start now; once nothing is left to wait for, the task is over. */
export function goOnWithParts(live: LiveRun, batch: Batch, open: OpenTask): void {
  const { task, parts } = open;
  invariant(parts !== undefined, 'only a task with parts goes on with them');
  if (task.type === 'parallel') cancelNeedless(batch, open, task);
  for (let key = parts.schedule?.next(); key !== undefined; key = parts.schedule?.next()) {
    batch.add('item.started', open.address, { task: task.name, key });
  }
  if (parts.left > 0) return;
  conclude(live, batch, open, { result: resultOf(open, parts), action: undefined, by: 'guard' });
}

/** Ends the branches that no longer matter: enough have ended well, or enough never can. */
function cancelNeedless(batch: Batch, open: OpenTask, { name, atLeast }: ParallelTask): void {
  const { parts } = open;
  if (atLeast === undefined || parts === undefined) return;
  if (parts.succeeded < atLeast && parts.succeeded + parts.left >= atLeast) return;
  for (const [key, { status }] of parts.byKey) {
    if (status === 'running') batch.add('branch.cancelled', open.address, { task: name, key });
  }
}

/** Leaves out what a failed item stands in the way of: all that is left, or what waits for it. */
function skipAfter(
  batch: Batch,
  open: OpenTask,
  { name, onItemFailure }: ForeachTask,
  failedKey: string,
): void {
  const { parts } = open;
  invariant(parts !== undefined, 'an item is one of several parts');
  const skip = (key: string, reason: string): boolean => {
    if (parts.byKey.get(key)?.status !== 'waiting') return false;
    batch.add('item.skipped', open.address, { task: name, key, reason });
    return true;
  };
  if (onItemFailure === 'stop') {
    for (const key of parts.byKey.keys()) skip(key, `Item "${failedKey}" failed.`);
    return;
  }
  const waiting = [failedKey];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const reason = `It waits for item "${key}", which ${key === failedKey ? 'failed' : 'was skipped'}.`;
    waiting.push(...(parts.schedule?.dependentsOf(key) ?? []).filter((each) => skip(each, reason)));
  }
}

function resultOf({ task }: OpenTask, { byKey }: Parts): Value {
  if (task.type === 'foreach') {
    return Array.from(byKey, ([key, part]): Value => ({ key, ...endOf(part) }));
  }
  if (task.type === 'parallel') {
    return Object.fromEntries(Array.from(byKey, ([key, part]): [string, Value] => [key, endOf(part)]));
  }
  const [part] = byKey.values();
  invariant(part !== undefined, 'a workflow has one part');
  return endOf(part);
}

function endOf({ status, outcome, result }: Part): { readonly [key: string]: Value } {
  return status === 'cancelled' ? { outcome, result, reason: NEEDLESS } : { outcome, result };
}

const NEEDLESS = 'The other branches had decided the join.';
