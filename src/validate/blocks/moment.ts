import type { ValueType } from '../../expression/types/value.ts';
import type { Task } from '../../model/block.ts';
import type { PlacedBlock } from './blocks.ts';

/**
 * A moment of a run at which names are read.
 *
 * Shape: `task` is undefined for what is read anywhere in the block; `alsoBound` are the names that are surely bound
 * then beside those bound on entry; `hasResult` once the task has found out something.
 */
export interface Moment {
  readonly placed: PlacedBlock;
  readonly task: Task | undefined;
  readonly alsoBound: readonly string[];
  readonly hasResult: boolean;
  /** Names that are bound then and nowhere else, such as the item in the key of a foreach. */
  readonly extra?: ReadonlyMap<string, ValueType>;
}

/** What a task sees before it does anything: its prompt, its command. */
export function onEntry(placed: PlacedBlock, task: Task): Moment {
  return { placed, task, alsoBound: [], hasResult: false };
}
