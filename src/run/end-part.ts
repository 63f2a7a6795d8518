import type { ForeachTask, ParallelTask } from '../model/block.ts';
import type { PartEndRecord } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import { invariant } from '../util/invariant.ts';
import type { Batch } from './batch.ts';
import { blockKeyOf, type BlockInstance } from './block-instance.ts';
import { conclude } from './conclude.ts';
import type { LiveRun } from './live-run.ts';
import type { Part, Parts } from './parts.ts';
import { leaveWorktree } from './leave-worktree.ts';
import { fail } from './fail.ts';
import type { OpenTask, RunState } from './run-state.ts';

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
  const outer = live.state.blocks.get(blockKeyOf(instance.path.slice(0, -1)));
  const open = live.state.open.get(outer?.open ?? 0);
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

/** The same for a block that got stuck: where its task has an `onError`, that is where it leads. */
export function giveUpOnStuck(live: LiveRun, batch: Batch, { path }: BlockInstance): void {
  const open = live.state.open.get(live.state.blocks.get(blockKeyOf(path.slice(0, -1)))?.open ?? 0);
  if (open !== undefined) giveUp(live, batch, open);
}

/** Fails a task with an `onError` once all of its parts that are not over are stuck; others finish first. */
function giveUp({ state }: LiveRun, batch: Batch, open: OpenTask): void {
  const { task, address, parts } = open;
  if (task.type === 'end' || task.onError === undefined || parts?.hasWorktrees === undefined) return;
  if (!('workspace' in task) || task.workspace.kind !== 'worktree') return;
  let reason: string | undefined;
  for (const [key, { status }] of parts.byKey) {
    if (status !== 'running') continue;
    const step = { task: task.name, key, activation: address.visit ?? 1 };
    const stuck = state.blocks.get(blockKeyOf([...address.block, step]))?.stuck;
    if (stuck === undefined) return;
    reason ??= `"${key}": ${stuck}`;
  }
  if (reason !== undefined) fail(batch, open, { reason, fault: 'permanent' });
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
  for (const [key, { status }] of parts.byKey) {
    if (status !== 'running' || hasEnded(state, open, key)) continue;
    batch.add('branch.cancelled', open.address, { task: name, key });
  }
}

/** What has come to its end and is about to be merged is not cut off there. */
function hasEnded(state: RunState, { address, task }: OpenTask, key: string): boolean {
  const step = { task: task.name, key, activation: address.visit ?? 1 };
  return state.blocks.get(blockKeyOf([...address.block, step]))?.worktree?.end !== undefined;
}

/**
 * Leaves out what an item stands in the way of that failed, all that is left or what waits for it; and what waits for
 * work that could not be merged.
 */
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
  const end = parts.byKey.get(failedKey);
  if (end?.failed !== true && end?.isUnmerged !== true) return;
  if (onItemFailure === 'stop' && end.failed) {
    for (const key of parts.byKey.keys()) skip(key, `Item "${failedKey}" failed.`);
    return;
  }
  const waiting = [failedKey];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const reason = `It waits for item "${key}", which ${key !== failedKey ? 'was skipped' : end.failed ? 'failed' : 'could not be merged'}.`;
    waiting.push(...(parts.schedule?.dependentsOf(key) ?? []).filter((each) => skip(each, reason)));
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
