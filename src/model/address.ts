/**
 * Where in the tree of a run something is.
 *
 * Shape: `block` leads from the root block through the tasks that contain blocks (empty for the root block);
 * `task`, `visit` and `attempt` are absent for what concerns a whole block or the run.
 * Units: visit and attempt count from 1; a visit is an entry of the task, an attempt a process started for it.
 */
export interface Address {
  readonly block: readonly BlockStep[];
  readonly task?: string;
  readonly visit?: number;
  readonly attempt?: number;
}

/** One step down: the containing task, the branch or item key in it, and which activation of it. */
export interface BlockStep {
  readonly task: string;
  readonly key: string;
  readonly activation: number;
}

/** The key of the one block of a `workflow` task. */
export const WORKFLOW_KEY = 'map';

/** The address of the run itself. */
export const ROOT_ADDRESS: Address = { block: [] };

/** The same text for every event about one block. */
export function blockKeyOf(block: readonly BlockStep[]): string {
  return JSON.stringify(stepsOf(block));
}

/** The same text for every event of one visit of a task. */
export function visitKeyOf({ block, task, visit }: Address): string {
  return JSON.stringify([stepsOf(block), task, visit]);
}

function stepsOf(block: readonly BlockStep[]): readonly unknown[] {
  return block.map(({ task, key, activation }) => [task, key, activation]);
}

/** The child block that a task has under a key. */
export function childPathOf({ block, task = '', visit = 1 }: Address, key: string): readonly BlockStep[] {
  return [...block, { task, key, activation: visit }];
}
