import type { Address } from '../../../model/address.ts';
import type { RunEventOf } from '../../../model/run-event.ts';
import type { Value } from '../../../model/value.ts';
import { complaintOf } from './complaint.ts';
import type { Following, Visit } from './following.ts';
import type { StepTrack, SubtaskRun } from './map-run.ts';
import { lineOf, memberOf, textIn } from './member.ts';
import { beginStep, endStep } from './step-track.ts';
import { isSubtaskStep } from './task-notes.ts';

// What the events of tasks do to the steps of a run.

export function startTask({ run, places, visits }: Following, event: RunEventOf<'task.started'>): void {
  const { address, data, at } = event;
  const note = places.noteOf(address);
  const subtask = places.subtaskOf(address.block);
  const visit: Visit = { startedAt: at, subtask, note };
  const key = visitKeyOf(address);
  const earlier = visits.get(key);
  visits.set(key, visit);
  if (address.block.length === 0 && note?.as !== undefined) run.bound.delete(note.as);
  if (note?.isRoute === false && data.resumes === null) run.turns += 1;
  // One that goes on after an interruption has begun already.
  if (note?.step === undefined || earlier !== undefined) return;
  beginStep(trackOf({ run }, visit, note.step), note.step);
  judgePlan(run, note.step);
}

/** Going on after the review of the plan approves it; looking at it again takes that back. */
function judgePlan(run: Following['run'], step: string): void {
  if (step === '1.55') run.isPlanApproved = false;
  if (Number(step) > 1.55 && run.plan.done.includes('1.55')) run.isPlanApproved = true;
}

export function finishTask(following: Following, event: RunEventOf<'task.finished'>): void {
  const { run, visits } = following;
  const { address, data, at } = event;
  const key = visitKeyOf(address);
  const visit = visits.get(key);
  visits.delete(key);
  if (visit === undefined) return;
  const { note } = visit;
  if (address.block.length === 0) bindNames(following, event, visit);
  if (note?.isHuman === true) run.choice = choiceOf(data);
  else if (note?.isRoute === false) run.choice = undefined;
  const subtask = subtaskOf(following, visit);
  if (subtask !== undefined) takeResult(subtask, { visit, at, result: data.result });
  if (note?.step !== undefined) endStep(trackOf({ run }, visit, note.step), note.step, true);
}

export function failTask(following: Following, event: RunEventOf<'task.failed'>): void {
  const visit = following.visits.get(visitKeyOf(event.address));
  if (visit === undefined) return;
  const subtask = subtaskOf(following, visit);
  if (subtask !== undefined) subtask.lastError = lineOf(event.data.reason, 1000);
  // Without a target it is where the run goes on later.
  if (event.data.target === null) return;
  following.visits.delete(visitKeyOf(event.address));
  const step = visit.note?.step;
  if (step !== undefined) endStep(trackOf(following, visit, step), step, false);
}

export function endTurn(following: Following, event: RunEventOf<'agent.finished'>): void {
  const { task, outcome, durationMs, costUsd, tokens } = event.data;
  const visit = following.visits.get(visitKeyOf(event.address));
  following.run.turnsEnded.push({
    seq: event.seq,
    at: event.at,
    task,
    role: visit?.note?.role,
    step: visit?.note?.step,
    subtask: visit?.subtask,
    outcome,
    durationMs,
    costUsd,
    tokens,
  });
}

export function visitKeyOf({ block, task, visit }: Address): string {
  return JSON.stringify([block, task, visit]);
}

/** A step of a subtask is one of the run where nobody knows which subtask it is. */
function trackOf({ run }: Pick<Following, 'run'>, { subtask }: Visit, step: string): StepTrack {
  const found = subtask === undefined || !isSubtaskStep(step) ? undefined : run.subtasks.get(subtask);
  return found?.track ?? run.plan;
}

function subtaskOf({ run }: Following, { subtask }: Visit): SubtaskRun | undefined {
  return subtask === undefined ? undefined : run.subtasks.get(subtask);
}

function bindNames({ run }: Following, event: RunEventOf<'task.finished'>, visit: Visit): void {
  const durationMs = Math.max(0, Date.parse(event.at) - Date.parse(visit.startedAt));
  const names = [
    ...Object.keys(event.data.bindings),
    ...(visit.note?.as === undefined ? [] : [visit.note.as]),
  ];
  for (const name of names) run.bound.set(name, { at: event.at, durationMs });
}

function choiceOf({ action, result }: RunEventOf<'task.finished'>['data']): Following['run']['choice'] {
  const reason = textIn(memberOf(result, 'fields'), 'reason', 'why', 'comment', 'feedback');
  return { action: action ?? '', reason };
}

interface Taken {
  readonly visit: Visit;
  readonly at: string;
  readonly result: Value;
}

function takeResult(subtask: SubtaskRun, { visit, at, result }: Taken): void {
  const { note, startedAt } = visit;
  const { step, role } = note ?? {};
  if (step !== undefined) subtask.results.set(step, result);
  const agent = step === undefined ? role : AGENTS.get(step);
  if (agent === 'actor') subtask.agents.actor = { startedAt, endedAt: at, result };
  if (agent === 'monitor') subtask.agents.monitor = result;
  if (role === 'evaluator') subtask.agents.evaluator = result;
  if (step !== '2.4') return;
  subtask.lastError = complaintOf(result);
  if (subtask.lastError !== undefined) subtask.retries += 1;
}

/** Whose step it is. */
const AGENTS: ReadonlyMap<string, string> = new Map([
  ['2.3', 'actor'],
  ['2.4', 'monitor'],
]);
