import type { ValueType } from '../../expression/types/value.ts';
import type { Task } from '../../model/block.ts';
import type { BlockNode } from './blocks.ts';

/**
 * A point of a run at which names are read.
 *
 * Shape: `task` is undefined for what is read anywhere in the block; `alsoBound` are the names that are surely bound
 * then beside those bound on entry; `hasResult` once the task has found out something.
 */
export interface ProgramPoint {
  readonly blockNode: BlockNode;
  readonly task: Task | undefined;
  readonly alsoBound: readonly string[];
  readonly hasResult: boolean;
  /** Names that are bound then and nowhere else, such as the item in the key of a foreach. */
  readonly extra?: ReadonlyMap<string, ValueType>;
}

/** What a task sees before it does anything: its prompt, its command. */
export function onEntry(blockNode: BlockNode, task: Task): ProgramPoint {
  return { blockNode, task, alsoBound: [], hasResult: false };
}
