import type { Value } from '../../../model/value.ts';
import type { StepTrack, SubtaskRun } from '../follow/map-run.ts';
import { changedFilesOf, commitOf, summaryOf, type MapView } from './map-view.ts';
import { lineOf, wordOf } from '../follow/member.ts';
import { currentStepOf } from '../follow/step-track.ts';
import { isSubtaskStep, stepKeyOf, STEP_NAMES } from '../follow/task-notes.ts';
import { isContractReady, terminalStatusOf } from './terminal-status.ts';

/** The content of `step_state.json`: where the work stands, as the hooks of the framework read it. */
export function stepStateJson(view: MapView): Value {
  const { run, subtasks, current, waves } = view;
  const steps = stepsOf(view);
  const commits = subtasks.filter(isOver).flatMap((each) => commitOf(each) ?? []);
  const finished = new Set(subtasks.filter(isOver).map(({ id }) => id));
  return {
    workflow: view.workflow,
    started_at: run.startedAt,
    current_subtask_id: current?.id ?? null,
    subtask_index: current === undefined ? finished.size : subtasks.indexOf(current),
    subtask_sequence: subtasks.map(({ id }) => id),
    current_step_id: steps.current ?? null,
    current_step_phase: STEP_NAMES.get(steps.current ?? '') ?? null,
    completed_steps: steps.done.map(stepKeyOf),
    pending_steps: steps.pending,
    retry_count: current?.retries ?? 0,
    max_retries: view.maxRetries,
    plan_approved: run.isPlanApproved,
    execution_mode: 'batch',
    tdd_mode: isTestFirst(view),
    skipped_steps: steps.skipped,
    execution_waves: waves,
    current_wave_index: waveIndexOf(waves, finished),
    subtask_phases: byId(subtasks, ({ status, track }) =>
      status === 'in_progress' ? (currentStepOf(track) ?? track.done.at(-1)) : undefined,
    ),
    subtask_retry_counts: byId(subtasks, ({ startedAt, retries }) =>
      startedAt === undefined ? undefined : retries,
    ),
    workflow_status: workflowStatusOf(view),
    subtask_files_changed: byId(subtasks, (each) => someOf(changedFilesOf(each))),
    guard_rework_counts: byId(subtasks, ({ reworks }) => (reworks === 0 ? undefined : reworks)),
    constraints: scopeOf(view),
    subtask_results: byId(subtasks, (each) =>
      each.endedAt !== undefined && isOver(each) ? resultOf(each) : undefined,
    ),
    last_subtask_commit_sha: commits.at(-1) ?? null,
    contract_ready_subtasks: contractsOf(view),
  };
}

/** The files that the subtask under way is planned to change; null where none are named. */
function scopeOf({ plan, current }: MapView): Value {
  const files = plan?.subtasks.find(({ id }) => id === current?.id)?.plannedFiles ?? [];
  const [first = ''] = files;
  if (files.length === 0) return null;
  return { scope_glob: files.length === 1 ? first : `{${files.join(',')}}` };
}

/** The first group that is not over; the last where all are. */
function waveIndexOf(waves: readonly (readonly string[])[], finished: ReadonlySet<string>): number {
  const index = waves.findIndex((ids) => ids.some((id) => !finished.has(id)));
  return index === -1 ? Math.max(0, waves.length - 1) : index;
}

interface Steps {
  readonly current: string | undefined;
  readonly done: readonly string[];
  readonly pending: readonly string[];
  readonly skipped: readonly string[];
}

/** The steps of the plan, then those of the subtask under way; without one, of the last that was worked on. */
function stepsOf({ run, steps, current, subtasks }: MapView): Steps {
  const subtask = current ?? subtasks.findLast(({ startedAt }) => startedAt !== undefined);
  // Steps of subtasks that nobody knows stand with the plan.
  const inner = subtask?.track ?? run.plan;
  const tracks: [StepTrack, readonly string[]][] = [
    [run.plan, steps.filter((step) => !isSubtaskStep(step))],
    [inner, steps.filter(isSubtaskStep)],
  ];
  const isOverAll = run.end !== undefined;
  const done = tracks.flatMap(([track, own]) => own.filter((step) => track.done.includes(step)));
  const skipped = tracks.flatMap(([track, own]) => own.filter((step) => isSkipped(track, step)));
  const left = steps.filter((step) => !done.includes(step) && !skipped.includes(step));
  return {
    current: isOverAll ? undefined : (currentStepOf(inner) ?? currentStepOf(run.plan)),
    done,
    pending: isOverAll ? [] : left,
    skipped,
  };
}

/** What a later step has passed by. */
function isSkipped({ furthest, done, open }: StepTrack, step: string): boolean {
  if (furthest === undefined || done.includes(step) || open.has(step)) return false;
  const reached = currentStepOf({ furthest, done, open }) ?? done.at(-1);
  return reached !== undefined && Number(step) < Number(reached);
}

/** Whether nothing is left to be done on it in this run. */
function isOver({ endedAt, status }: SubtaskRun): boolean {
  return (endedAt !== undefined || status !== 'pending') && status !== 'in_progress';
}

function isTestFirst({ run, workflow, subtasks }: MapView): boolean {
  return (
    run.fields['tdd'] === true ||
    workflow === 'map-tdd' ||
    subtasks.some(({ results }) => results.has('2.25'))
  );
}

function workflowStatusOf(view: MapView): string {
  const { run, subtasks } = view;
  if (isContractReady(run)) return 'CONTRACT_READY';
  if (run.end !== undefined) {
    const status = terminalStatusOf(view);
    if (status === 'complete') return 'WORKFLOW_COMPLETE';
    return status === 'blocked' ? 'FAILED' : 'ABORTED';
  }
  const isBegun =
    subtasks.some(({ startedAt }) => startedAt !== undefined) || run.plan.furthest !== undefined;
  return isBegun ? 'IN_PROGRESS' : 'INITIALIZED';
}

function resultOf(subtask: SubtaskRun): Value {
  return {
    subtask_id: subtask.id,
    files_changed: changedFilesOf(subtask),
    status: resultStatusOf(subtask),
    summary: lineOf(summaryOf(subtask), 1000),
    commit_sha: commitOf(subtask),
  };
}

function resultStatusOf({ status, outcome }: SubtaskRun): string {
  const word = wordOf(outcome);
  if (/^no_?op/.test(word)) return 'no-op';
  if (/defer/.test(word)) return 'deferred_nondeterministic';
  return status === 'complete' ? 'valid' : status;
}

/** Tests that wait for an implementation, by subtask. */
function contractsOf({ run, subtasks }: MapView): Value {
  if (run.end === undefined || !isContractReady(run)) return {};
  const { at } = run.end;
  return byId(
    subtasks.filter(({ results }) => results.has('2.25')),
    ({ id }) => ({
      contract_path: `test_contract_${partOfName(id)}.md`,
      handoff_path: `test_handoff_${partOfName(id)}.json`,
      ready_at: at,
    }),
  );
}

/** An id as part of the name of a file, whatever an agent made of it. */
export function partOfName(id: string): string {
  const part = id.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80);
  return part === '' ? '-' : part;
}

function someOf(files: readonly string[]): Value | undefined {
  return files.length === 0 ? undefined : files;
}

function byId(subtasks: readonly SubtaskRun[], of: (subtask: SubtaskRun) => Value | undefined): Value {
  return Object.fromEntries(
    subtasks.flatMap((each) => {
      const value = of(each);
      return value === undefined ? [] : [[each.id, value]];
    }),
  );
}
