import { isDeepStrictEqual } from 'node:util';
import { blockKeyOf } from '../../model/address.ts';
import { TASK_TYPES } from '../../model/task-types.ts';
import type { RunEventData, RunEventOf } from '../../model/run-event.ts';
import { forgetTask, takeTaskFailure } from './attempts.ts';
import { currentTaskOf, takeAction, takeError, type BlockInstance, type KeptItem } from './block-instance.ts';
import { doesNotFit, instanceOf, openTaskOf } from './in-state.ts';
import type { ChildStates } from './child-states.ts';
import { leaveChildBlocks } from './remove-blocks.ts';
import type { OpenTask, RunState } from './run-state.ts';
import { regainPlaces, stopAround } from './stopped-items.ts';

// What the events of tasks do to the state of a run.

export function foldTaskStarted(state: RunState, event: RunEventOf<'task.started'>): void {
  const { address, data, seq } = event;
  const instance = instanceOf(state, event);
  const task = instance.tasks.get(data.task);
  if (task === undefined) throw doesNotFit(event, `the map has no task "${data.task}"`);
  if (currentTaskOf(instance) !== task) throw doesNotFit(event, `the run was not at task "${data.task}"`);
  const earlier = data.resumes === null ? undefined : state.open.get(data.resumes);
  if (earlier === undefined) instance.visits.set(data.task, (instance.visits.get(data.task) ?? 0) + 1);
  else settleTask(state, instance, earlier);
  instance.nextArgs = {};
  instance.open = seq;
  instance.isDiffFresh = false;
  state.movable.delete(instance);
  state.executions = data.execution;
  if (TASK_TYPES[task.type].isStep && earlier === undefined) state.steps += 1;
  // A name says what this visit found out, not an earlier one.
  if (task.type !== 'end' && task.as !== undefined) instance.bound.delete(task.as);
  const isRead = instance.program.facts.tasks.get(task)?.isCompared === true;
  state.open.set(seq, {
    ...opened({ start: seq, address, task, execution: data.execution, args: data.args }, earlier),
    ...comparedWith(earlier, isRead),
  });
}

type Started = Pick<OpenTask, 'start' | 'address' | 'task' | 'execution' | 'args'>;

/** An execution that has just started; one that goes on with an earlier one takes over its session. */
function opened({ start, address, task, execution, args }: Started, earlier: OpenTask | undefined): OpenTask {
  return {
    start,
    address,
    task,
    execution,
    args,
    resumes: earlier && causeOf(earlier),
    attempts: earlier?.attempts ?? 0,
    isWorking: false,
    calls: new Map(),
    givenRules: new Set(),
    messages: earlier?.messages ?? [],
    session: earlier?.session,
    turn: undefined,
    last: undefined,
    // It may yet become an answer, when the map is mended.
    rejected: earlier?.rejected,
    retries: 0,
    repairs: 0,
    lost: 0,
    // What is not known of a command stays unknown.
    command: earlier?.command,
    question: undefined,
    askedAt: undefined,
    children: undefined,
    failed: undefined,
    outline: earlier?.outline,
    earlierAttempts: undefined,
    snapshot: undefined,
    again: undefined,
    changes: undefined,
    isCompared: false,
    before: undefined,
  };
}

/**
 * What was done before counts, too, as far as nobody has judged it: what a person changes between a failure or a stop and a
 * resume is no work of the task. Where the map reads the changes of a visit, they are all of them, unless a person saw that it
 * changed what it must not, and resumed the run all the same.
 */
function comparedWith(
  earlier: OpenTask | undefined,
  isRead: boolean,
): Pick<OpenTask, 'snapshot' | 'changes' | 'before'> {
  const isJudged = earlier?.failed !== undefined && (earlier.changes?.changes ?? null) !== null;
  if (isJudged && (!isRead || earlier.failed?.fault === 'effects'))
    return { snapshot: undefined, changes: undefined, before: undefined };
  return { snapshot: earlier?.snapshot, changes: earlier?.changes, before: earlier && changedBy(earlier) };
}

/**
 * What a start and those before it changed, as far as somebody looked when it stopped. Where that was tried and failed, the work
 * may have seen to that: then everything since the first begin counts.
 */
function changedBy({ snapshot, isCompared, changes }: OpenTask): OpenTask['before'] {
  if (snapshot === undefined) return undefined;
  return isCompared ? (changes?.changes ?? undefined) : null;
}

function causeOf({ failed }: OpenTask): OpenTask['resumes'] {
  if (failed === undefined) return { cause: 'interrupted', reason: '' };
  return { cause: 'failed', reason: failed.reason };
}

export function foldTaskFinished(state: RunState, event: RunEventOf<'task.finished'>): void {
  const open = openTaskOf(state, event);
  const instance = instanceOf(state, event);
  const { task } = open;
  const { data } = event;
  forgetTask(state, open);
  settleTask(state, instance, open);
  instance.changes = open.changes ?? instance.changes;
  instance.lastTask = task.name;
  const { result, bindings, action: chosen } = data;
  const departure = { open, result, bindings, action: chosen, failure: null };
  state.departures.set(blockKeyOf(instance.path), departure);
  if (task.type === 'end') return;
  bind(instance, open, data);
  const action = task.actions.find(({ name }) => name === data.action);
  if (action === undefined && (data.action !== null || task.actions.length > 0)) {
    throw doesNotFit(event, `task "${task.name}" has no action "${data.action}"`);
  }
  takeAction(instance, task.name, action?.name);
  // An action sent elsewhere by a bound brings no arguments: they were written for the target it did not reach.
  const arrives = action !== undefined && currentTaskOf(instance)?.name === action.target;
  instance.nextArgs = arrives ? data.args : {};
}

/** What the names of a block hold from here on, and what is kept for another visit. */
function bind(
  instance: BlockInstance,
  { task, children }: OpenTask,
  { bindings, result }: RunEventData['task.finished'],
): void {
  for (const [name, value] of Object.entries(bindings)) instance.bound.set(name, value);
  if (task.type === 'foreach' && task.carry) instance.kept.set(task.name, keptItems(children));
  if (task.type !== 'end' && task.as !== undefined) instance.bound.set(task.as, result);
  if (result === null) return;
  const before = instance.same.get(task.name);
  const isSame = before !== undefined && isDeepStrictEqual(before.result, result);
  instance.same.set(task.name, { result, count: isSame ? before.count + 1 : 1 });
}

export function foldTaskFailed(state: RunState, event: RunEventOf<'task.failed'>): void {
  const open = openTaskOf(state, event);
  const instance = instanceOf(state, event);
  takeTaskFailure(state, open, event.data);
  if (event.data.target !== null) {
    leaveChildBlocks(state, open);
    settleTask(state, instance, open);
    instance.changes = open.changes ?? instance.changes;
    const { result, action, reason } = event.data;
    const departure = { open, result, bindings: {}, action, failure: reason };
    state.departures.set(blockKeyOf(instance.path), departure);
    takeError(instance, open.task.name);
    instance.nextArgs = {};
    return;
  }
  withdrawQuestion(state, open);
  open.failed = event.data;
  stopAround(state, instance);
}

function settleTask(state: RunState, instance: BlockInstance, open: OpenTask): void {
  withdrawQuestion(state, open);
  state.open.delete(open.start);
  state.lists.delete(open);
  state.stoppedIn.delete(open);
  regainPlaces(state, instance);
  instance.open = undefined;
  state.movable.add(instance);
  if (open.session !== undefined) instance.sessions.set(open.task.name, open.session);
}

function keptItems(children: ChildStates | undefined): ReadonlyMap<string, KeptItem> {
  const kept = new Map<string, KeptItem>();
  for (const [key, { status, item, outcome, result, failed, isUnmerged }] of children?.byKey ?? []) {
    if (status !== 'finished' || failed || isUnmerged || item === undefined) continue;
    kept.set(key, { value: item.value, outcome: outcome ?? '', result });
  }
  return kept;
}

/** A question that is no longer open waits for nobody. */
function withdrawQuestion(state: RunState, open: OpenTask): void {
  if (open.question !== undefined) state.waiting -= 1;
  open.question = undefined;
}
