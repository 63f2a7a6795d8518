import type { BlockPlaces } from './block-places.ts';
import type { MapRun } from './map-run.ts';
import type { TaskNote } from './task-notes.ts';

/** What following a run keeps beside what is read of it. */
export interface Following {
  readonly run: MapRun;
  readonly places: BlockPlaces;
  /** Executions under way, by the address of their visit. */
  readonly visits: Map<string, Visit>;
  /** Checks that were made, by the activation of the map that makes them. */
  readonly checked: Map<string, Set<string>>;
}

export interface Visit {
  /** The command that runs, as it was last started. */
  command?: string;
  readonly startedAt: string;
  readonly subtask: string | undefined;
  readonly note: TaskNote | undefined;
}
