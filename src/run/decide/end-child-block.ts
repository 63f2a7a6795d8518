import type { ParallelTask } from '../../model/block.ts';
import type { ChildBlockEndRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { CONFLICT } from '../../model/worktrees.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { conclude } from './conclude.ts';
import { executionAround, runningBlocks } from '../state/running-blocks.ts';
import { skipAfter } from './skip-after.ts';
import type { LiveRun } from '../live/live-run.ts';
import { UNMERGED, type ChildState, type ChildStates } from '../state/child-states.ts';
import { leaveWorktree } from './leave-worktree.ts';
import { freeSlots } from '../live/has-slot.ts';
import { isCrowded } from '../live/is-crowded.ts';
import { failIfStuck } from './fail-if-stuck.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

type End = Pick<ChildBlockEndRecord, 'outcome' | 'result' | 'failed' | 'reason'>;

/** Records how a block inside of a task ended; one with a worktree of its own is over when that is seen to. */
export function endChildBlock(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  if (instance.worktree?.phase === 'open') {
    leaveWorktree(live, batch, instance, end);
    failParentIfStuck(live, batch, instance);
  } else {
    const isConflict = live.worktrees === undefined && meetsConflict(live, instance, end);
    finishChildBlock(live, batch, instance, isConflict ? inConflict(end, UNMERGED) : end);
  }
}

/** The same for a merge of a simulation, whose script says where it meets other changes. */
function meetsConflict(live: LiveRun, instance: BlockInstance, { failed }: End): boolean {
  const { workspace, path } = instance;
  const key = path.at(-1)?.key;
  if (workspace.kind !== 'worktree' || workspace.merge === 'never' || failed) return false;
  const open = executionAround(live.state, instance);
  return open !== undefined && key !== undefined && live.meetsConflict?.(open.address, key) === true;
}

/** A merge that met other changes is an outcome of its own, whatever the block came to. */
export function inConflict(end: End, reason: string): End {
  return { ...end, outcome: CONFLICT, reason };
}

/** Records that a child block is over, and what follows for its task. */
export function finishChildBlock(live: LiveRun, batch: Batch, instance: BlockInstance, end: End): void {
  const step = instance.path.at(-1);
  const open = executionAround(live.state, instance);
  invariant(step !== undefined && open !== undefined, 'a child block is of an execution that is under way');
  const { address, task } = open;
  if (task.type === 'workflow') {
    batch.add('workflow.finished', address, { task: task.name, ...end });
  } else {
    const type = task.type === 'parallel' ? 'branch.finished' : 'item.finished';
    batch.add(type, address, { task: task.name, key: step.key, ...end });
    if (task.type === 'foreach') skipAfter(batch, open, task, step.key);
  }
  advanceChildBlocks(live, batch, open);
}

/** Starts the child blocks that may start now; once nothing is left to wait for, the task is over. */
export function advanceChildBlocks(live: LiveRun, batch: Batch, open: OpenTask): void {
  const { task, children } = open;
  invariant(children !== undefined, 'only a task with child blocks continues with them');
  if (task.type === 'parallel') cancelNeedless(live.state, batch, open, task);
  startItems(live, batch, open, children);
  if (children.left > 0) {
    failIfStuck(live, batch, open);
    return;
  }
  conclude(live, batch, open, { result: resultOf(open, children), action: undefined, by: 'guard' });
}

/**
 * Starts the next items, as many as there are places: an item begins when its turn comes. Where only its block shows whether it needs
 * one, a single item begins at a time. `proceed` asks again after these.
 */
function startItems(live: LiveRun, batch: Batch, { address, task }: OpenTask, children: ChildStates): void {
  for (let room = Math.max(1, freeSlots(live)); room > 0 && !isCrowded(live); room -= 1) {
    const key = children.schedule?.next();
    if (key === undefined) return;
    batch.add('item.started', address, { task: task.name, key });
  }
}

/** The same for a block that got stuck. */
export function failParentIfStuck(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  const open = executionAround(live.state, instance);
  if (open !== undefined) failIfStuck(live, batch, open);
}

/** Ends the branches that no longer matter: enough have ended well, or enough never can. */
function cancelNeedless(
  state: RunState,
  batch: Batch,
  open: OpenTask,
  { name, atLeast }: ParallelTask,
): void {
  const { children } = open;
  if (atLeast === undefined || children === undefined) return;
  if (children.succeeded < atLeast && children.succeeded + children.left >= atLeast) return;
  for (const [key, { worktree }] of runningBlocks(state, open)) {
    // What has come to its end and is about to be merged is not cut off there.
    if (worktree?.end !== undefined) continue;
    batch.add('branch.cancelled', open.address, { task: name, key });
  }
}

function resultOf({ task }: OpenTask, { byKey }: ChildStates): Value {
  if (task.type === 'foreach') {
    return Array.from(byKey, ([key, child]): Value => ({ key, ...endOf(child) }));
  }
  if (task.type === 'parallel') {
    return Object.fromEntries(Array.from(byKey, ([key, child]): [string, Value] => [key, endOf(child)]));
  }
  const [child] = byKey.values();
  invariant(child !== undefined, 'a workflow has one child block');
  return endOf(child);
}

function endOf({ status, outcome, result, reason }: Omit<ChildState, 'item'>): {
  readonly [key: string]: Value;
} {
  if (reason !== undefined) return { outcome, result, reason };
  return status === 'cancelled' ? { outcome, result, reason: NEEDLESS } : { outcome, result };
}

const NEEDLESS = 'The other branches had decided the join.';
