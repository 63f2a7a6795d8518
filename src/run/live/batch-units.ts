import type { Units } from '../../expression/types/value.ts';
import type { BlockInstance } from '../state/block-instance.ts';

/** What the expressions and moves of one batch may spend together: some seconds of work. No message is handled meanwhile. */
export const MAX_BATCH_UNITS = 10_000_000;

/** Whether the batch should be committed now and the rest left to the next one: half of its units are spent. */
export function isLongBatch({ units }: { readonly units: Units }): boolean {
  return units.left < MAX_BATCH_UNITS / 2;
}

/** What a move of a block costs beside its expressions: a unit is about a tenth of a microsecond. */
const UNITS_PER_MOVE = 1000;

/** What blocks did since the last message. */
export type IdlingBlocks = WeakMap<BlockInstance, Idling>;

/** What a block did since the last message, across batches. It shows a loop of decisions without any work. */
export interface Idling {
  moves: number;
  /** What its expressions may still spend: as much as those of a batch. */
  left: number;
}

export function idlingOf(idling: IdlingBlocks, instance: BlockInstance): Idling {
  const own = idling.get(instance) ?? { moves: 0, left: MAX_BATCH_UNITS };
  idling.set(instance, own);
  return own;
}

/** Lets a block move within what it and the batch may still spend. */
export function spendOf<T>(units: Units, own: Idling, move: () => T): T {
  const before = units.left;
  const most = Math.min(before, own.left);
  units.left = most;
  try {
    return move();
  } finally {
    const spent = most - units.left + UNITS_PER_MOVE;
    own.left -= spent;
    units.left = before - spent;
  }
}
