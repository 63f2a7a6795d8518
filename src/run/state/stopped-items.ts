import type { BlockInstance } from './block-instance.ts';
import { instanceWith } from './in-state.ts';
import { executionAround, runningBlocks } from './running-blocks.ts';
import type { OpenTask, RunState } from './run-state.ts';

// Items of a foreach in which a task failed for good: nothing in them continues before the run resumes.

/** Notes a block in which everything may have stopped; then the items around it have stopped too, as far out as that is so. */
export function stopAround(state: RunState, instance: BlockInstance): void {
  for (let inner = instance; isStopped(state, inner);) {
    const around = executionAround(state, inner);
    if (around === undefined) return;
    const schedule = around.children?.schedule;
    if (schedule !== undefined) {
      schedule.stop(inner.path.at(-1)?.key ?? '');
      state.stoppedIn.add(around);
    }
    inner = instanceWith(state, around);
  }
}

function isStopped(state: RunState, instance: BlockInstance): boolean {
  const open = state.open.get(instance.open ?? 0);
  if (open?.failed !== undefined) return true;
  if (open?.children === undefined) return false;
  const { schedule, left } = open.children;
  if (schedule !== undefined) return schedule.isStopped;
  return left > 0 && Array.from(runningBlocks(state, open)).every(([, block]) => isStopped(state, block));
}

/** The run resumes. A task that failed with all of its blocks over is not started again, so nothing continues there. */
export function resumeStopped(state: RunState): void {
  for (const { children } of state.stoppedIn) children?.schedule?.resume();
  for (const open of state.open.values()) {
    if (open.failed !== undefined && open.children !== undefined)
      stopAround(state, instanceWith(state, open));
  }
}

/** Whether every item around a block has its place, or there is one. */
export function hasPlaces(state: RunState, instance: BlockInstance): boolean {
  return placesOf(state, instance).every(([{ children }, key]) => children?.schedule?.mayGoOn(key) ?? true);
}

/** Something continues in a block: the items around it have their places again. */
export function regainPlaces(state: RunState, instance: BlockInstance): void {
  if (state.stoppedIn.size === 0) return;
  for (const [{ children }, key] of placesOf(state, instance)) children?.schedule?.goOn(key);
}

/** What a block is inside of, from the inside out: each execution, and which of its child blocks. */
function placesOf(state: RunState, instance: BlockInstance): readonly (readonly [OpenTask, string])[] {
  const places: (readonly [OpenTask, string])[] = [];
  let inner = instance;
  for (let around = executionAround(state, inner); around; around = executionAround(state, inner)) {
    places.push([around, inner.path.at(-1)?.key ?? '']);
    inner = instanceWith(state, around);
  }
  return places;
}
