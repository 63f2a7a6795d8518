import { blockKeyOf, childPathOf, type BlockStep } from '../../model/address.ts';
import type { BlockInstance } from './block-instance.ts';
import type { OpenTask, RunState } from './run-state.ts';

/** Takes a block out of the pool, with all blocks inside of it and all that is under way there. */
export function removeBlocks(state: RunState, path: readonly BlockStep[]): void {
  const own = state.blocks.get(blockKeyOf(path));
  // Most blocks are over when they are left, and hold no others.
  if (own?.open === undefined) {
    remove(state, path);
    return;
  }
  for (const instance of state.blocks.values()) {
    if (isInside(instance.path, path)) remove(state, instance.path);
  }
}

function remove(state: RunState, path: readonly BlockStep[]): void {
  const key = blockKeyOf(path);
  const instance = state.blocks.get(key);
  if (instance === undefined) return;
  const open = state.open.get(instance.open ?? 0);
  if (open !== undefined) abandon(state, open);
  state.blocks.delete(key);
  state.departures.delete(key);
  state.movable.delete(instance);
}

/** Leaves the task that a block is in, with all blocks inside of it. */
export function leaveTask(state: RunState, instance: BlockInstance): void {
  const open = state.open.get(instance.open ?? 0);
  instance.open = undefined;
  if (open === undefined) return;
  abandon(state, open);
  leaveChildBlocks(state, open);
}

/** Leaves the blocks inside of an execution. */
export function leaveChildBlocks(state: RunState, { address, children }: OpenTask): void {
  for (const key of children?.byKey.keys() ?? []) removeBlocks(state, childPathOf(address, key));
}

/** What is under way comes to an end that counts only for its cost. */
function abandon(state: RunState, open: OpenTask): void {
  state.open.delete(open.start);
  state.lists.delete(open);
  state.stoppedIn.delete(open);
  state.held.delete(open.start);
  if (open.question !== undefined) state.waiting -= 1;
  if (open.turn !== undefined) state.leftBehind.set(open.start, open.turn.reservedUsd ?? 0);
  else if (open.isWorking) state.leftBehind.set(open.start, 0);
}

function isInside(path: readonly BlockStep[], outer: readonly BlockStep[]): boolean {
  return outer.every((step, index) => {
    const own = path[index];
    return own?.task === step.task && own.key === step.key && own.activation === step.activation;
  });
}
