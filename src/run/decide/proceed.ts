import { TASK_TYPES } from '../../model/task-types.ts';
import { ROOT_ADDRESS } from '../../model/address.ts';
import type { Task } from '../../model/block.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { currentTaskOf, type BlockInstance } from '../state/block-instance.ts';
import { endChildBlock, advanceChildBlocks } from './end-child-block.ts';
import { idlingOf, isLongBatch, spendOf } from '../live/batch-units.ts';
import { isCrowded } from '../live/is-crowded.ts';
import { hasSlot } from '../live/has-slot.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import { perform } from './perform.ts';
import type { Planned } from '../live/planned.ts';
import { isReserved, reachesLimit } from './reaches-limit.ts';
import { startTask } from './start-task.ts';
import { hasPlaces } from '../state/stopped-items.ts';
import { stepFor } from './worktree-step.ts';

/**
 * Starts what may start now: enters tasks until each block waits for somebody, has ended, or cannot go on.
 *
 * Shape: the work to start after the batch is durable. Blocks with an execution under way are left alone; those
 * that wait for a free place among the agents keep their turn, in the order in which they came. When the batch grows
 * too long, the rest is left to the next one.
 */
export function proceed(live: LiveRun, batch: Batch): readonly Planned[] {
  const { state } = live;
  const planned: Planned[] = [];
  const resumeExecutions = (instance: BlockInstance): void => {
    const own = idlingOf(live.idling, instance);
    own.moves += 1;
    const work = spendOf(live.units, own, () => move(live, batch, instance, own.moves > MAX_IDLE_MOVES));
    if (work !== undefined) planned.push(work);
  };
  do {
    planned.push(...takeBacklog(live, batch));
    for (const instance of state.movable.aside) {
      if (!mayDecide(live) || !hasSlot(live)) break;
      resumeExecutions(instance);
    }
    // A block that moves goes to the end, and is met again.
    for (const instance of state.movable.others) {
      if (!mayDecide(live)) break;
      resumeExecutions(instance);
    }
  } while (startMoreItems(live, batch) || canTakeBacklog(live));
  return planned;
}

/** Whether more is decided in this batch. */
function mayDecide(live: LiveRun): boolean {
  return live.state.status === 'running' && !isLongBatch(live);
}

/** Starts items whose turn has come, of each list. Shape: whether there were any. */
function startMoreItems(live: LiveRun, batch: Batch): boolean {
  const { state } = live;
  if (!mayDecide(live) || isCrowded(live)) return false;
  const lists = [...state.lists].filter(({ children }) => children?.schedule?.next() !== undefined);
  for (const open of lists) advanceChildBlocks(live, batch, open);
  return lists.length > 0;
}

/** What was put off for want of a place, the oldest first. */
function takeBacklog(live: LiveRun, batch: Batch): Planned[] {
  const planned: Planned[] = [];
  // What still has to wait is put off again.
  const waiting = [...live.backlog];
  for (const [start, resumeExecutions] of waiting) {
    if (!hasSlot(live)) break;
    live.backlog.delete(start);
    const work = live.state.open.has(start) ? resumeExecutions(batch) : undefined;
    if (work !== undefined) planned.push(work);
  }
  return planned;
}

/** Whether a place has become free meanwhile for something that was put off. */
function canTakeBacklog(live: LiveRun): boolean {
  const { state, backlog } = live;
  return (
    mayDecide(live) &&
    hasSlot(live) &&
    [...backlog.keys()].some((start) => {
      const open = state.open.get(start);
      return open !== undefined && hasPlaces(state, instanceWith(state, open));
    })
  );
}

/** More moves than that without any work in between are a loop that nothing ends. */
const MAX_IDLE_MOVES = 1000;

function move(
  live: LiveRun,
  batch: Batch,
  instance: BlockInstance,
  isSpinning: boolean,
): Planned | undefined {
  const step = stepFor(live, batch, instance);
  if (step !== undefined) return takeStep(live, instance, step);
  const task = currentTaskOf(instance);
  if (task === undefined) {
    endWithout(live, batch, instance);
    return undefined;
  }
  const { isStep, needsSlot } = TASK_TYPES[task.type];
  const isKept =
    (needsSlot && !mayWork(live, task)) || ((isStep || isSpinning) && reachesLimit(live, batch, 'entry'));
  if (isKept) {
    live.state.movable.putAside(instance);
    return undefined;
  }
  if (isSpinning) {
    spin(live, batch, instance, task);
    return undefined;
  }
  return perform(live, batch, startTask(live, batch, instance));
}

function takeStep(
  live: LiveRun,
  instance: BlockInstance,
  step: NonNullable<ReturnType<typeof stepFor>>,
): Planned | undefined {
  if (step === 'put off') live.state.movable.putAside(instance);
  if (typeof step === 'string') return undefined;
  live.steps.set(instance, step.step);
  return step;
}

/** Whether there is a place for an agent or a command, and for an agent something to spend. */
function mayWork(live: LiveRun, { type }: Task): boolean {
  return hasSlot(live) && !(type === 'claude' && isReserved(live.state));
}

/** A block whose last task has no actions ends with it. */
function endWithout(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  if (instance.path.length > 0) {
    endChildBlock(live, batch, instance, { outcome: instance.lastTask ?? '', result: null, failed: false });
    return;
  }
  batch.add('run.finished', ROOT_ADDRESS, { task: null, outcome: null, result: null, failed: false });
}

/** Ends a spin of decisions where it is: also a task with `onError` fails for good. */
function spin(live: LiveRun, batch: Batch, instance: BlockInstance, { name: task }: Task): void {
  const open = startTask(live, batch, instance);
  invariant(open.task.name === task, 'the task that spins is the one that is entered');
  const reason = `The map went through ${MAX_IDLE_MOVES} decisions in a row without any work between them.`;
  const nothing = { target: null, result: null, action: null };
  batch.add('task.failed', open.address, { task, reason, fault: 'guards', ...nothing });
}
