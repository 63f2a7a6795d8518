import type { AgentReply } from '../agent/agent.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { Batch } from './batch.ts';
import { isCostSpent } from './is-cost-spent.ts';
import type { OpenTask, RunState } from './run-state.ts';
import { randomOf, REPLY_REPAIRS, retryDelayMs, TRANSPORT_RETRIES } from './retry-delay.ts';

/** What follows a reply: the task ended (or waits for a person to mend it), or its next turn starts after a while. */
export type Settlement = { readonly kind: 'ended' } | { readonly kind: 'again'; readonly afterMs: number };

const ENDED: Settlement = { kind: 'ended' };

/**
 * Records a reply, and what it means for its task.
 *
 * One repair for all faulty replies of an execution, {@link TRANSPORT_RETRIES} further tries for faults of the
 * transport, none for permanent ones (FORMAT 9). A session that the agent does not know costs no try.
 */
export function settle(state: RunState, batch: Batch, open: OpenTask, reply: AgentReply): Settlement {
  const { task, turn } = open;
  const address = { ...open.address, attempt: open.attempts };
  batch.add('agent.finished', address, turnRecordOf(task.name, reply), open.start);
  switch (reply.outcome) {
    case 'interrupted':
      return ENDED;
    case 'answered': {
      const action = reply.action ?? null;
      if (action !== null) batch.add('action.chosen', address, { task: task.name, action, by: 'agent' });
      batch.add('task.finished', address, { task: task.name, action, text: excerpt(reply.text, MAX_TEXT) });
      return ENDED;
    }
    case 'rejected': {
      const kept = excerpt(reply.text, MAX_REJECTED_TEXT);
      batch.add('action.rejected', address, { task: task.name, fault: reply.fault, reply: kept });
      if (open.repairs <= REPLY_REPAIRS) return { kind: 'again', afterMs: 0 };
      fail(batch, open, { reason: reply.fault, fault: 'reply' });
      return ENDED;
    }
    case 'failed':
      break;
  }
  // A session that was to be continued and is not known there: the prompt is sent anew.
  if (turn?.continues === true && !reply.sessionKnown) return { kind: 'again', afterMs: 0 };
  return settleFailed(state, batch, open, reply);
}

/** Units: UTF-16. The whole reply stands in the log. */
const MAX_TEXT = 2000;
const MAX_REJECTED_TEXT = 8000;

function settleFailed(
  state: RunState,
  batch: Batch,
  open: OpenTask,
  { fault, reason, help }: Extract<AgentReply, { outcome: 'failed' }>,
): Settlement {
  if (fault === 'transport' && open.retries <= TRANSPORT_RETRIES) {
    const random = randomOf(state.started?.seed ?? 0, open.start + open.retries);
    return { kind: 'again', afterMs: retryDelayMs(open.retries, random) };
  }
  // The agent was given what the limit leaves, and stopped there: that is the run's limit, not a fault of the task.
  if (isCostSpent(state)) return { kind: 'again', afterMs: 0 };
  fail(batch, open, { reason: withHelp(reason, help), fault });
  return ENDED;
}

/** Two sentences, though what a program says often ends without a stop. */
function withHelp(reason: string, help: string | undefined): string {
  if (help === undefined) return reason;
  return /[.!?…]$/.test(reason) ? `${reason} ${help}` : `${reason}. ${help}`;
}

/** Records that a task failed, and where its `onError` leads if it has one. */
export function fail(
  batch: Batch,
  open: OpenTask,
  { reason, fault }: Pick<RunEventData['task.failed'], 'reason' | 'fault'>,
): void {
  const target = open.task.type === 'end' ? null : (open.task.onError ?? null);
  batch.add('task.failed', open.address, { task: open.task.name, reason, fault, target });
}

function turnRecordOf(task: string, reply: AgentReply): RunEventData['agent.finished'] {
  const { outcome, durationMs, denials, sessionKnown } = reply;
  return {
    task,
    outcome,
    durationMs: Math.round(durationMs),
    costUsd: reply.costUsd ?? null,
    tokens: reply.tokens ?? null,
    denials,
    ...faultOf(reply),
    sessionKnown,
  };
}

function faultOf(reply: AgentReply): Pick<RunEventData['agent.finished'], 'reason' | 'fault'> {
  if (reply.outcome === 'rejected') return { reason: reply.fault, fault: 'reply' };
  if (reply.outcome === 'failed') return { reason: reply.reason, fault: reply.fault };
  return { reason: null, fault: null };
}

/** The start of a text, without half a surrogate pair at its end. */
function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
