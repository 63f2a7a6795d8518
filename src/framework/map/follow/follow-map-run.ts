import type { ProjectInsight } from '../../../model/project-insight.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../../model/run-event.ts';
import { BlockPlaces, innerBlockOf } from './block-places.ts';
import { endCheck, skipChecks, startCheck } from './follow-checks.ts';
import { endTurn, failTask, finishTask, startTask } from './follow-steps.ts';
import {
  endItem,
  endMap,
  endOnlySubtask,
  keepItem,
  listSubtasks,
  mergeItem,
  skipItem,
  startItem,
  startMap,
  startOnlySubtask,
} from './follow-subtasks.ts';
import type { Following } from './following.ts';
import { createMapRun, type MapRun } from './map-run.ts';
import type { MapNotes } from './task-notes.ts';

/** A run as artifacts show it, at constant cost an event. */
export interface MapRunFollower {
  readonly apply: (event: RunEvent) => void;
  /** A view that later events change. */
  readonly run: MapRun;
}

/** Follows a run from its first event on; `notes` are those of the map that it was started with. */
export function followMapRun(notes: MapNotes): MapRunFollower {
  const run = createMapRun();
  const following: Following = { run, places: new BlockPlaces(notes), visits: new Map(), checked: new Map() };
  return {
    run,
    apply: (event) => {
      // TypeScript cannot tie the entry to its event through `type`.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const take = TAKES[event.type] as ((following: Following, event: RunEvent) => void) | undefined;
      take?.(following, event);
      run.updatedAt = event.at;
    },
  };
}

/** Events of other types say nothing that the artifacts tell. */
const TAKES: { readonly [T in RunEventType]?: (following: Following, event: RunEventOf<T>) => void } = {
  'run.started': (following, { at, data }) => {
    const { run } = following;
    run.run = data.run;
    run.fields = data.fields;
    run.project = projectOf(data);
    run.startedAt = at;
    startOnlySubtask(following, at);
  },
  'run.paused': ({ run }, { data }) => {
    run.paused = data;
  },
  'run.resumed': (following, { data }) => {
    const { run, visits, places, checked } = following;
    run.paused = undefined;
    run.end = undefined;
    if (data.from === null) return;
    // Whoever goes back to a task leaves all that was under way.
    visits.clear();
    checked.clear();
    places.leaveAll();
    run.plan.open.clear();
    for (const subtask of run.subtasks.values()) {
      subtask.track.open.clear();
      if (subtask.status === 'in_progress') subtask.status = 'pending';
    }
  },
  'run.finished': (following, event) => {
    const { run } = following;
    const { outcome, result, failed } = event.data;
    run.end = { seq: event.seq, at: event.at, outcome: outcome ?? '', result, failed, choice: run.choice };
    endOnlySubtask(following, event);
    skipChecks(following, [], event.at);
  },
  'shell.started': startCheck,
  'shell.finished': endCheck,
  'task.started': startTask,
  'task.finished': finishTask,
  'task.failed': failTask,
  'agent.finished': endTurn,
  'items.listed': listSubtasks,
  'item.started': startItem,
  'item.finished': endItem,
  'item.skipped': skipItem,
  'item.kept': keepItem,
  'worktree.merged': mergeItem,
  'branch.finished': ({ places }, { address, data }) => void places.leave(innerBlockOf(address, data.key)),
  'branch.cancelled': ({ places }, { address, data }) => void places.leave(innerBlockOf(address, data.key)),
  'workflow.started': startMap,
  'workflow.finished': (following, event) => {
    skipChecks(following, innerBlockOf(event.address), event.at);
    endMap(following, event);
  },
};

/** Journals of before know nothing of the project. */
function projectOf(data: object): ProjectInsight | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return 'project' in data ? (data.project as ProjectInsight) : undefined;
}
