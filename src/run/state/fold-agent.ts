import type { RunEventData, RunEventOf } from '../../model/run-event.ts';
import { takeCutOff, takeTurnAttempt } from './attempts.ts';
import { openTaskOf } from './in-state.ts';
import type { OpenTask, RunState } from './run-state.ts';

// What the events of agents do to the state of a run, and what it is for a task to be worked at.

export function foldAgentStarted(state: RunState, event: RunEventOf<'agent.started'>): void {
  const open = openTaskOf(state, event);
  open.attempts += 1;
  open.turn = event.data;
  beginWork(state, open);
  state.reservedUsd += event.data.reservedUsd ?? 0;
  // What was slept through no longer tells why the run may pause.
  state.reached = state.reached.filter(({ limit }) => limit !== 'subscription');
  if (open.session?.id !== event.data.session) open.session = { id: event.data.session, known: true };
}

export function foldAgentFinished(state: RunState, event: RunEventOf<'agent.finished'>): void {
  const { data } = event;
  const left = state.leftBehind.get(event.causedBy ?? 0) ?? 0;
  const open = workerOf(state, event);
  charge(state, data, open === undefined ? left : (open.turn?.reservedUsd ?? 0));
  if (open === undefined) return;
  endWork(state, open);
  if (takeTurn(open, data)) takeTurnAttempt(state, open, data);
}

/** No figure is charged as what was set aside. */
function charge(
  state: RunState,
  { costUsd, tokens }: RunEventData['agent.finished'],
  reservedUsd: number,
): void {
  state.costUsd += costUsd ?? reservedUsd;
  state.tokens += tokens ?? 0;
  state.reservedUsd -= reservedUsd;
}

/** Says whether it was a try at the work. */
function takeTurn(open: OpenTask, data: RunEventData['agent.finished']): boolean {
  // A session that was to be continued or copied and is not known there was no try at the work.
  const isLost = open.turn !== undefined && buildsOnAnother(open.turn) && !data.sessionKnown;
  open.turn = undefined;
  open.last = data;
  for (const message of open.messages) message.isRead ||= data.unread?.includes(message.id) !== true;
  if (open.session !== undefined) open.session.known = data.sessionKnown;
  if (data.outcome === 'rejected') open.repairs += 1;
  if (isLost) open.lost += 1;
  else if (data.outcome === 'failed' && data.fault === 'transport') open.retries += 1;
  return !isLost;
}

export function foldCallAsked(state: RunState, event: RunEventOf<'call.asked'>): void {
  const open = openTaskOf(state, event);
  const { call, rule } = event.data;
  open.calls.set(call, rule);
  if (open.isWorking) state.held.add(open.start);
}

export function foldCallAnswered(state: RunState, event: RunEventOf<'call.answered'>): void {
  const open = openTaskOf(state, event);
  const { call, allow } = event.data;
  const rule = open.calls.get(call) ?? null;
  if (allow === 'task' && rule !== null) open.givenRules.add(rule);
  open.calls.delete(call);
  if (open.calls.size === 0) state.held.delete(open.start);
}

export function foldMessageSent(state: RunState, event: RunEventOf<'message.sent'>): void {
  const { message: id, text } = event.data;
  openTaskOf(state, event).messages.push({ id, text, isRead: false });
  state.told.add(id);
}

/**
 * The execution that an end of work is about; undefined where its block was left meanwhile, which this settles.
 *
 * Errors: throws RunError where nothing of the kind is under way.
 */
export function workerOf(
  state: RunState,
  event: RunEventOf<'agent.finished'> | RunEventOf<'shell.finished'>,
): OpenTask | undefined {
  const cause = event.causedBy ?? 0;
  if (!state.leftBehind.has(cause)) return openTaskOf(state, event);
  state.leftBehind.delete(cause);
  state.working -= 1;
  return undefined;
}

export function beginWork(state: RunState, open: OpenTask): void {
  open.isWorking = true;
  state.working += 1;
}

export function endWork(state: RunState, open: OpenTask): void {
  if (open.isWorking) state.working -= 1;
  open.isWorking = false;
  open.calls.clear();
  state.held.delete(open.start);
}

/** Whether a turn needs a session that was there before. */
export function buildsOnAnother(turn: NonNullable<OpenTask['turn']>): boolean {
  return turn.continues || turn.forks !== null;
}

/** Turns whose end nobody saw have no figure: their reserves are charged, as for any other that gave none. */
export function chargeUnsettled(state: RunState): void {
  state.costUsd += state.reservedUsd;
  state.reservedUsd = 0;
  state.working = 0;
  state.held.clear();
  state.leftBehind.clear();
  for (const open of state.open.values()) {
    if (open.turn !== undefined) takeCutOff(state, open);
    open.turn = undefined;
    open.isWorking = false;
    open.calls.clear();
  }
}
