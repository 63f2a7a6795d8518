import type { AgentRequest } from '../../agent/agent.ts';
import type { WallRecord } from '../../model/event-records.ts';
import type { TaskToWall } from '../program/wall-needs.ts';
import type { TaskEffects } from '../program/task-effects.ts';

/** Who puts walls around the processes of tasks. */
export interface TaskWalls {
  /** What holds here, or why nothing does. */
  readonly record: WallRecord;
  /** The wall around a task; undefined where none can hold it. Errors: none; a wall that cannot be raised is a start fault. */
  readonly around: (task: WalledTask) => AgentRequest['wall'];
  /** What can be foreseen of the wall around a task, before the run starts. */
  readonly foresee: (task: TaskToWall) => ForeseenWall;
}

/** Shape: `lack` is absent where the wall holds all that the map says; `gaps` are sentences. */
export interface ForeseenWall {
  readonly lack?: 'no wall' | 'nothing frozen';
  readonly gaps: readonly string[];
}

/** Shape: folders are absolute; `effects` are undefined for a task of which the map does not say what it may change. */
export interface WalledTask {
  readonly isAgent: boolean;
  readonly folder: string;
  /** Where the run is kept. */
  readonly runFolder: string;
  readonly effects: TaskEffects | undefined;
  /** Whether nobody else is at work in the folder who may change something there. */
  readonly isAlone: boolean;
  /** What git ignores, from the folder, or the one that it is a copy of: what builds and tests write. */
  readonly ignored: readonly string[];
  /** Where the folder is a throw-away copy of another: that one. In a copy everything can be written. */
  readonly copyOf?: string;
}
