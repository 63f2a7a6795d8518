import type { BlockPlaces } from './block-places.ts';
import type { MapRun } from './map-run.ts';
import type { TaskNote } from './task-notes.ts';

/** What following a run keeps beside what is read of it. */
export interface Following {
  readonly run: MapRun;
  readonly places: BlockPlaces;
  /** Executions under way, by the address of their visit. */
  readonly visits: Map<string, Visit>;
}

export interface Visit {
  readonly startedAt: string;
  readonly subtask: string | undefined;
  readonly note: TaskNote | undefined;
}
