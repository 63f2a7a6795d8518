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
