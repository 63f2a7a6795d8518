import type { RunEventOf } from '../model/run-event.ts';
import { openTaskOf } from './in-state.ts';
import type { OpenTask, RunState } from './run-state.ts';

// What the events of agents do to the state of a run.

export function foldAgentStarted(state: RunState, event: RunEventOf<'agent.started'>): void {
  const open = openTaskOf(state, event);
  open.attempts += 1;
  open.turn = event.data;
  // What was slept through no longer tells why the run may pause.
  if (state.reached?.limit === 'subscription') state.reached = undefined;
  if (open.session?.id !== event.data.session) open.session = { id: event.data.session, known: true };
}

export function foldAgentFinished(state: RunState, event: RunEventOf<'agent.finished'>): void {
  const open = openTaskOf(state, event);
  const { data } = event;
  state.costUsd += data.costUsd ?? open.turn?.reservedUsd ?? 0;
  state.tokens += data.tokens ?? 0;
  // A session that was to be continued or copied and is not known there was no try at the work.
  const isLost = open.turn !== undefined && buildsOnAnother(open.turn) && !data.sessionKnown;
  open.turn = undefined;
  open.last = data;
  if (open.session !== undefined) open.session.known = data.sessionKnown;
  if (data.outcome === 'rejected') open.repairs += 1;
  if (data.outcome === 'failed' && data.fault === 'transport' && !isLost) open.retries += 1;
}

/** Whether a turn needs a session that was there before. */
export function buildsOnAnother(turn: NonNullable<OpenTask['turn']>): boolean {
  return turn.continues || turn.forks !== null;
}

/** A turn whose end nobody saw has no figure: its reserve is charged, as for any other that gave none. */
export function chargeUnsettled(state: RunState, open: OpenTask): void {
  state.costUsd += open.turn?.reservedUsd ?? 0;
  open.turn = undefined;
}
