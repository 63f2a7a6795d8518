import { violationText } from '../../claims/violation-text.ts';
import { ROOT_ADDRESS } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Batch } from '../live/batch.ts';
import { isStopping, type LiveRun, type StopReason } from '../live/live-run.ts';
import { limitsReached, recordReached } from './reaches-limit.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

/** Records why nothing is under way though the run has not ended. */
export function pause(live: LiveRun, batch: Batch): void {
  const cause = causeOf(live);
  // What ran out while others were at work is to be raised as well.
  if (cause.reason === 'limit') recordReached(live.state, batch, limitsAt(live.state));
  batch.add('run.paused', ROOT_ADDRESS, cause);
}

/** By convention 128 and the number of SIGINT. */
const INTERRUPTED = 130;

function causeOf(live: LiveRun): RunEventData['run.paused'] {
  const { state } = live;
  const open = [...state.open.values()];
  const failed = open.find((each) => each.failed !== undefined);
  if (failed?.failed !== undefined) {
    const message = `Task "${failed.task.name}" failed: ${failed.failed.reason}`;
    return { reason: 'failed', message, exitCode: 6 };
  }
  const stuck = stuckMessageOf(state);
  if (stuck !== undefined) return { reason: 'failed', message: stuck, exitCode: 6 };
  if (isStopping(live)) return { reason: 'interrupted', ...stopReasonOf(live) };
  if (state.violated !== undefined)
    return { reason: 'property', message: violationText(state.violated), exitCode: 6 };
  const reached = limitsAt(state);
  if (reached.length > 0)
    return { reason: 'limit', message: reached.map(limitMessageOf).join(' '), exitCode: 5 };
  const asked = open.filter(({ question }) => question !== undefined);
  if (asked.length > 0) return { reason: 'human', message: waitingMessageOf(asked), exitCode: 4 };
  return { reason: 'interrupted', message: interruptionOf(open), exitCode: INTERRUPTED };
}

function stuckMessageOf({ blocks }: RunState): string | undefined {
  const block = [...blocks.values()].find((each) => each.stuck !== undefined);
  if (block?.stuck === undefined) return undefined;
  const { task = '', key = '' } = block.path.at(-1) ?? {};
  return `Task "${task}", "${key}": ${block.stuck}`;
}

/** The limits that a run stands at. One that was recorded while others were at work says what they have spent since. */
function limitsAt(state: RunState): readonly RunEventData['limit.reached'][] {
  const now = limitsReached(state, 'turn', state.lastAtMs);
  const before = state.reached.filter(({ limit }) => now.every((each) => each.limit !== limit));
  const spent = before.map((each) => (each.limit === 'costUsd' ? { ...each, used: state.costUsd } : each));
  return [...spent, ...now];
}

function waitingMessageOf(asked: readonly OpenTask[]): string {
  const names = asked.slice(0, MAX_NAMED).map(({ task }) => `"${task.name}"`);
  const more = asked.length - names.length;
  const all = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return asked.length === 1 ? `Task ${all} waits for an answer.` : `Tasks ${all} wait for an answer.`;
}

/** Units: questions. A foreach may ask one for each of its items. */
const MAX_NAMED = 5;

function interruptionOf(open: readonly OpenTask[]): string {
  const left = open.find((each) => each.last?.outcome === 'interrupted' || each.command !== undefined);
  const what = left?.command === undefined ? 'agent' : 'command';
  return `The ${what} of task "${left?.task.name ?? ''}" was interrupted.`;
}

function stopReasonOf({ stop }: LiveRun): StopReason {
  if (!stop.aborted) return { message: 'Ended at once.', exitCode: INTERRUPTED };
  // The one place where the reason of the signal is read; whoever aborts it gives a StopReason.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { message, exitCode } = stop.reason as StopReason;
  return { message, exitCode };
}

function limitMessageOf({ limit, max, used, until }: RunEventData['limit.reached']): string {
  const most = max ?? 0;
  const now = used ?? 0;
  switch (limit) {
    case 'steps':
      return `The limit of ${most} steps is reached (${now} taken).`;
    case 'costUsd':
      return now < most
        ? `The cost limit of $${most} leaves too little for an agent ($${now.toFixed(2)} spent).`
        : `The cost limit of $${most} is reached ($${now.toFixed(2)} spent).`;
    case 'tokens':
      return `The limit of ${most} tokens is reached (${now} used).`;
    case 'durationMs':
      return `The time limit of ${secondsOf(most)} s is reached (${secondsOf(now)} s of work).`;
    case 'subscription':
      break;
  }
  const when = until === null ? '' : ` It resets at ${until}.`;
  return `The limit of the agent's subscription is reached.${when}`;
}

function secondsOf(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}
