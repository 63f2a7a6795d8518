import type { Execution, RunView } from '../../../view/run-view.ts';
import type { ProjectInsight } from '../../../model/project-insight.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../../model/run-event.ts';
import { endCheck, skipChecks, startCheck } from './follow-checks.ts';
import { endTurn, failTask, finishTask, startTask } from './follow-steps.ts';
import {
  endItem,
  endMap,
  endOnlySubtask,
  keepItem,
  listSubtasks,
  mapBlockOf,
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
  readonly apply: (event: RunEvent, execution: Execution | undefined) => void;
  /** A view that later events change. */
  readonly run: MapRun;
}

/** Follows a run from its first event on; `notes` are those of the map that it was started with, `view` takes each event first. */
export function followMapRun(notes: MapNotes, view: RunView): MapRunFollower {
  const run = createMapRun();
  const following: Following = {
    run,
    view,
    notes,
    subtasks: new Map(),
    checked: new Map(),
    commands: new WeakMap(),
  };
  return {
    run,
    apply: (event, execution) => {
      // TypeScript cannot tie the entry to its event through `type`.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const take = TAKES[event.type] as Take<RunEvent> | undefined;
      take?.(following, event, execution);
      run.updatedAt = event.at;
    },
  };
}

type Take<E> = (following: Following, event: E, execution: Execution | undefined) => void;

/** What happens in an execution; events of one that nobody knows are ignored. */
function inTask<E>(take: (following: Following, event: E, execution: Execution) => void): Take<E> {
  return (following, event, execution) => {
    if (execution !== undefined) take(following, event, execution);
  };
}

/** Events of other types say nothing that the artifacts show. */
const TAKES: { readonly [T in RunEventType]?: Take<RunEventOf<T>> } = {
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
    const { run, view, checked, subtasks } = following;
    run.paused = undefined;
    run.end = undefined;
    if (data.from === null) return;
    // Whoever goes back to a task leaves all that was under way.
    checked.clear();
    for (const block of subtasks.keys()) if (block !== view.root) subtasks.delete(block);
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
    skipChecks(following, following.view.root, event.at);
  },
  'shell.started': inTask(startCheck),
  'shell.finished': inTask(endCheck),
  'task.started': inTask(startTask),
  'task.finished': inTask(finishTask),
  'task.failed': inTask(failTask),
  'agent.finished': endTurn,
  'items.listed': inTask(listSubtasks),
  'item.started': inTask(startItem),
  'item.finished': inTask(endItem),
  'item.skipped': inTask(skipItem),
  'item.kept': inTask(keepItem),
  'worktree.merged': inTask(mergeItem),
  'workflow.started': inTask(startMap),
  'workflow.finished': inTask((following, event, execution) => {
    const block = mapBlockOf(execution);
    if (block === undefined) return;
    skipChecks(following, block, event.at);
    endMap(following, event, block);
  }),
};

/** Journals of before know nothing of the project. */
function projectOf(data: object): ProjectInsight | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return 'project' in data ? (data.project as ProjectInsight) : undefined;
}
