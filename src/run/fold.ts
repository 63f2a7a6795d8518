import type { WorkflowMap } from '../model/map.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../model/run-event.ts';
import { invariant } from '../util/invariant.ts';
import {
  blockKeyOf,
  currentTaskOf,
  enterBlock,
  moveTo,
  takeAction,
  takeError,
  type BlockInstance,
} from './block-instance.ts';
import { RunError } from './run-error.ts';
import type { OpenTask, RunState } from './run-state.ts';

/**
 * Takes one event into the state of a run.
 *
 * The only way a state ever changes, live and on replay: so folding a journal gives the state that the run had
 * (J4). Constant work an event.
 * Errors: throws {@link RunError} `journal-does-not-fit` where the event cannot have happened in this state of
 * this map, as after an edit of the map.
 */
export function fold(state: RunState, event: RunEvent, map: WorkflowMap): void {
  state.lastSeq = event.seq;
  // Each entry takes the events of its own key; that `event` is one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = FOLDS[event.type] as (state: RunState, event: RunEvent, map: WorkflowMap) => void;
  take(state, event, map);
}

type Folds = {
  readonly [T in RunEventType]: (state: RunState, event: RunEventOf<T>, map: WorkflowMap) => void;
};

const NOTHING = (): void => undefined;

const FOLDS: Folds = {
  'run.started': (state, { data }, map) => {
    state.status = 'running';
    state.started = data;
    state.limits = data.limits;
    state.blocks.set(blockKeyOf([]), enterBlock([], map.block));
  },
  'task.started': foldTaskStarted,
  'prompt.rendered': NOTHING,
  'agent.started': foldAgentStarted,
  'agent.finished': foldAgentFinished,
  'action.rejected': NOTHING,
  'action.chosen': NOTHING,
  'task.finished': foldTaskFinished,
  'task.failed': foldTaskFailed,
  'limit.reached': NOTHING,
  'run.paused': (state, { data }) => {
    state.status = 'paused';
    state.paused = data;
  },
  'run.resumed': foldRunResumed,
  'run.finished': (state, { data }) => {
    state.status = 'finished';
    state.finished = data;
  },
};

function foldTaskStarted(state: RunState, event: RunEventOf<'task.started'>): void {
  const { address, data, seq } = event;
  const instance = instanceOf(state, event);
  const task = instance.tasks.get(data.task);
  if (task === undefined) throw doesNotFit(event, `the map has no task "${data.task}"`);
  if (currentTaskOf(instance) !== task) throw doesNotFit(event, `the run was not at task "${data.task}"`);
  const earlier = data.resumes === null ? undefined : state.open.get(data.resumes);
  if (earlier !== undefined) state.open.delete(earlier.start);
  else instance.visits.set(data.task, (instance.visits.get(data.task) ?? 0) + 1);
  instance.nextArgs = {};
  instance.open = seq;
  state.executions = data.execution;
  if (task.type !== 'end' && earlier === undefined) state.steps += 1;
  state.open.set(seq, {
    start: seq,
    address,
    task,
    execution: data.execution,
    args: data.args,
    resumes: earlier === undefined ? undefined : causeOf(earlier),
    attempts: earlier?.attempts ?? 0,
    session: earlier?.session,
    turn: undefined,
    last: undefined,
    retries: 0,
    repairs: 0,
    failed: undefined,
  });
}

function causeOf({ failed }: OpenTask): OpenTask['resumes'] {
  if (failed === undefined) return { cause: 'interrupted', reason: '' };
  return { cause: 'failed', reason: failed.reason };
}

function foldAgentStarted(state: RunState, event: RunEventOf<'agent.started'>): void {
  const open = openTaskOf(state, event);
  open.attempts += 1;
  open.turn = event.data;
  if (open.session?.id !== event.data.session) open.session = { id: event.data.session, known: true };
}

function foldAgentFinished(state: RunState, event: RunEventOf<'agent.finished'>): void {
  const open = openTaskOf(state, event);
  const { data } = event;
  state.costUsd += data.costUsd ?? open.turn?.reservedUsd ?? 0;
  state.tokens += data.tokens ?? 0;
  // A session that was to be continued and is not known there was no try at the work.
  const isLost = open.turn?.continues === true && !data.sessionKnown;
  open.turn = undefined;
  open.last = data;
  if (open.session !== undefined) open.session.known = data.sessionKnown;
  if (data.outcome === 'rejected') open.repairs += 1;
  if (data.outcome === 'failed' && data.fault === 'transport' && !isLost) open.retries += 1;
}

function foldTaskFinished(state: RunState, event: RunEventOf<'task.finished'>): void {
  const open = openTaskOf(state, event);
  const instance = instanceOf(state, event);
  closeTask(state, instance, open);
  if (open.task.type === 'end') return;
  const { task } = open;
  const action = task.actions.find(({ name }) => name === event.data.action);
  if (action === undefined && (event.data.action !== null || task.actions.length > 0)) {
    throw doesNotFit(event, `task "${task.name}" has no action "${event.data.action}"`);
  }
  takeAction(instance, task.name, action?.name);
  // An action sent elsewhere by its limit brings no arguments: they were written for the target it did not reach.
  const args = action !== undefined && currentTaskOf(instance)?.name === action.target ? action.args : [];
  instance.nextArgs = Object.fromEntries(args.map(({ name, value }) => [name, value]));
}

function foldTaskFailed(state: RunState, event: RunEventOf<'task.failed'>): void {
  const open = openTaskOf(state, event);
  if (event.data.target === null) {
    open.failed = event.data;
    return;
  }
  const instance = instanceOf(state, event);
  closeTask(state, instance, open);
  takeError(instance, open.task.name);
}

function closeTask(state: RunState, instance: BlockInstance, open: OpenTask): void {
  state.open.delete(open.start);
  instance.open = undefined;
}

/** Tasks that were under way stay open: what goes on with them is a start of its own that names them. */
function foldRunResumed(state: RunState, event: RunEventOf<'run.resumed'>): void {
  state.status = 'running';
  state.paused = undefined;
  state.finished = undefined;
  state.limits = event.data.limits;
  for (const each of state.open.values()) chargeUnsettled(state, each);
  const instance = instanceOf(state, event);
  if (event.data.from !== null) {
    if (!instance.tasks.has(event.data.from))
      throw doesNotFit(event, `the map has no task "${event.data.from}"`);
    state.open.delete(instance.open ?? 0);
    instance.open = undefined;
    moveTo(instance, event.data.from);
    instance.nextArgs = {};
  }
  instance.nextArgs = { ...instance.nextArgs, ...event.data.args };
  // New arguments make a new prompt, which a session that knows the old one must not get.
  const open = state.open.get(instance.open ?? 0);
  if (open !== undefined && Object.keys(event.data.args).length > 0) open.session = undefined;
}

/** A turn whose end nobody saw has no figure: its reserve is charged, as for any other that gave none. */
function chargeUnsettled(state: RunState, open: OpenTask): void {
  state.costUsd += open.turn?.reservedUsd ?? 0;
  open.turn = undefined;
}

/** The execution under way in the block of an event; one at most, because a block is in one state at a time. */
export function openTaskOf(state: RunState, event: RunEvent): OpenTask {
  const open = state.open.get(instanceOf(state, event).open ?? 0);
  if (open === undefined || open.task.name !== event.address.task) {
    throw doesNotFit(event, `no execution of "${event.address.task ?? ''}" is under way`);
  }
  return open;
}

export function instanceOf(state: RunState, event: RunEvent): BlockInstance {
  const instance = state.blocks.get(blockKeyOf(event.address.block));
  if (instance === undefined) throw doesNotFit(event, 'its block was never entered');
  return instance;
}

function doesNotFit(event: RunEvent, reason: string): RunError {
  invariant(event.seq > 0, 'events are numbered from 1');
  return new RunError(
    'journal-does-not-fit',
    `Record ${event.seq} (${event.type}) does not fit the map: ${reason}.`,
    {
      help: 'The map was changed since. Run "wfmap resume --as-started" to go on with the stored copy.',
    },
  );
}
