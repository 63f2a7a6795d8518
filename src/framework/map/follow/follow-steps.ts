import type { RunEventOf } from '../../../model/run-event.ts';
import type { Value } from '../../../model/value.ts';
import type { Execution } from '../../../view/run-view.ts';
import { complaintOf } from './complaint.ts';
import { noteOf, subtaskOf, type Following } from './following.ts';
import type { StepTrack, SubtaskRun } from './map-run.ts';
import { learnOfFailure, learnOfResult } from './lessons.ts';
import { whyRefused } from '../functions/why-refused.ts';
import { booleanIn, lineOf, memberOf, textIn } from './member.ts';
import { beginStep, endStep } from './step-track.ts';
import { isSubtaskStep, type TaskNote } from './task-notes.ts';

// What the events of tasks do to the steps of a run.

/** Units: reviews that are kept; the first of them. */
const MAX_REJECTIONS = 200;

export function startTask(
  following: Following,
  _event: RunEventOf<'task.started'>,
  execution: Execution,
): void {
  const { run } = following;
  const note = noteOf(following, execution);
  if (execution.block.parent === undefined && note?.as !== undefined) run.bound.delete(note.as);
  if (note?.isRoute === false && !execution.resumes) run.turns += 1;
  // One that resumes another has begun already.
  if (note?.step === undefined || execution.resumes) return;
  beginStep(trackOf(following, execution, note.step), note.step);
  judgePlan(run, note.step);
}

/** Going on behind the review of the plan approves it, by a person or by what the run was started with; looking at it again takes that back. */
function judgePlan(run: Following['run'], step: string): void {
  if (step === '1.55') run.isPlanApproved = false;
  if (Number(step) > 1.55) run.isPlanApproved = true;
}

export function finishTask(
  following: Following,
  event: RunEventOf<'task.finished'>,
  execution: Execution,
): void {
  const { run } = following;
  const { data, at } = event;
  const note = noteOf(following, execution);
  if (execution.block.parent === undefined)
    bindNames(run, event, { startedAt: execution.start, as: note?.as });
  const subtask = subtaskRunOf(following, execution);
  const ended = { task: execution.task, note, subtask: subtask?.id };
  learnOfResult(run.lessons, ended, data.action, data.result);
  takeChoice(run, note, choiceOf(data, subtask));
  if (subtask !== undefined)
    takeOf(run, subtask, { note, startedAt: execution.start, at, result: data.result });
  if (note?.step !== undefined) endStep(trackOf(following, execution, note.step), note.step, true);
}

export function failTask(
  following: Following,
  { data }: RunEventOf<'task.failed'>,
  execution: Execution,
): void {
  const subtask = subtaskRunOf(following, execution);
  if (subtask !== undefined) subtask.lastError = lineOf(data.reason, 1000);
  const ended = { task: execution.task, note: noteOf(following, execution), subtask: subtask?.id };
  learnOfFailure(following.run.lessons, ended, data.reason);
  // Without a target it is where the run resumes.
  if (data.target === null) return;
  const step = noteOf(following, execution)?.step;
  if (step !== undefined) endStep(trackOf(following, execution, step), step, false);
}

export function endTurn(
  following: Following,
  { seq, at, data }: RunEventOf<'agent.finished'>,
  execution: Execution | undefined,
): void {
  const { task, outcome, durationMs, costUsd, tokens } = data;
  const note = execution && noteOf(following, execution);
  following.run.turnsEnded.push({
    seq,
    at,
    task,
    role: note?.role,
    step: note?.step,
    subtask: execution && subtaskOf(following, execution.block),
    outcome,
    durationMs,
    costUsd,
    tokens,
  });
}

/** A step of a subtask is one of the run where nobody knows which subtask it is. */
function trackOf(following: Following, execution: Execution, step: string): StepTrack {
  const found = isSubtaskStep(step) ? subtaskRunOf(following, execution) : undefined;
  return found?.track ?? following.run.plan;
}

function subtaskRunOf(following: Following, { block }: Execution): SubtaskRun | undefined {
  const id = subtaskOf(following, block);
  return id === undefined ? undefined : following.run.subtasks.get(id);
}

function bindNames(
  run: Following['run'],
  event: RunEventOf<'task.finished'>,
  { startedAt, as }: { readonly startedAt: string; readonly as: string | undefined },
): void {
  const durationMs = Math.max(0, Date.parse(event.at) - Date.parse(startedAt));
  const names = [...Object.keys(event.data.bindings), ...(as === undefined ? [] : [as])];
  for (const name of names) run.bound.set(name, { at: event.at, durationMs });
}

function choiceOf(
  { action, result }: RunEventOf<'task.finished'>['data'],
  subtask: SubtaskRun | undefined,
): Following['run']['choice'] {
  const reason = textIn(memberOf(result, 'fields'), 'reason', 'why', 'note', 'comment', 'feedback');
  return { action: action ?? '', reason: reason === '' ? undefined : reason, subtask: subtask?.id };
}

interface Taken {
  readonly note: TaskNote | undefined;
  readonly startedAt: string;
  readonly at: string;
  readonly result: Value;
}

/** What a person chose counts until an agent or a command does something after it. */
function takeChoice(
  run: Following['run'],
  note: TaskNote | undefined,
  choice: Following['run']['choice'],
): void {
  if (note?.isHuman === true) {
    run.asked += 1;
    run.choice = choice;
  } else if (note?.isWork === true) run.choice = undefined;
}

function takeOf(run: Following['run'], subtask: SubtaskRun, taken: Taken): void {
  const { at, result } = taken;
  if (takeResult(subtask, taken) && run.rejections.length < MAX_REJECTIONS)
    run.rejections.push({ subtask: subtask.id, at, result });
}

/** Takes what a task of a subtask came to; whether it sends the subtask back. */
function takeResult(subtask: SubtaskRun, { note, startedAt, at, result }: Taken): boolean {
  const { step, role } = note ?? {};
  if (step !== undefined) subtask.results.set(step, result);
  const agent = step === undefined ? role : AGENTS.get(step);
  if (agent === 'actor') subtask.agents.actor = { startedAt, endedAt: at, result };
  if (agent === 'monitor') subtask.agents.monitor = result;
  if (role === 'evaluator') subtask.agents.evaluator = result;
  if (step !== '2.4') return false;
  subtask.lastError = complaintOf(result) ?? refusalOf(result);
  if (subtask.lastError === undefined) return false;
  subtask.retries += 1;
  return true;
}

/** Why a monitor's report is refused that says of itself that it lets the change pass. */
function refusalOf(result: Value): string | undefined {
  if (booleanIn(result, 'valid') === undefined || textIn(result, 'recommendation') === undefined)
    return undefined;
  const reasons = whyRefused(result);
  return reasons.length === 0 ? undefined : lineOf(reasons.join(' '), 1000);
}

/** Whose step it is. */
const AGENTS: ReadonlyMap<string, string> = new Map([
  ['2.3', 'actor'],
  ['2.4', 'monitor'],
]);
