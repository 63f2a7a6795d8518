import type { AgentRequest } from '../../agent/agent.ts';
import type { WallRecord } from '../../model/event-records.ts';
import type { TaskEffects } from '../program/task-effects.ts';

/** Who puts walls around the processes of tasks. */
export interface TaskWalls {
  /** What holds here, or why nothing does. */
  readonly record: WallRecord;
  /** The wall around a task; undefined where none can hold it. Errors: none; a wall that cannot be raised is a start fault. */
  readonly around: (task: WalledTask) => AgentRequest['wall'];
}

/** Shape: folders are absolute; `effects` are undefined for a task of which the map does not say what it may change. */
export interface WalledTask {
  readonly isAgent: boolean;
  readonly folder: string;
  /** Where the run is kept. */
  readonly runFolder: string;
  readonly effects: TaskEffects | undefined;
  /** What git ignores, from the folder: what builds and tests write. */
  readonly ignored: readonly string[];
}
