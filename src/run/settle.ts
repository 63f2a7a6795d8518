import type { AgentReply } from '../agent/agent.ts';
import type { RunEventData } from '../model/run-event.ts';
import type { Batch } from './batch.ts';
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
  batch.add(
    'agent.finished',
    address,
    turnRecordOf(task.name, reply),
    turn === undefined ? undefined : open.start,
  );
  if (reply.outcome === 'interrupted') return ENDED;
  if (reply.outcome === 'answered') {
    if (reply.action !== undefined) {
      batch.add('action.chosen', address, { task: task.name, action: reply.action, by: 'agent' });
    }
    const text = excerpt(reply.text, 2000);
    batch.add('task.finished', address, { task: task.name, action: reply.action ?? null, text });
    return ENDED;
  }
  if (reply.outcome === 'rejected') {
    batch.add('action.rejected', address, {
      task: task.name,
      fault: reply.fault,
      reply: excerpt(reply.text, 8000),
    });
    if (open.repairs <= REPLY_REPAIRS) return { kind: 'again', afterMs: 0 };
    fail(batch, open, { reason: reply.fault, fault: 'reply' });
    return ENDED;
  }
  if (turn?.continues === true && !reply.sessionKnown) return { kind: 'again', afterMs: 0 };
  if (reply.fault === 'transport' && open.retries <= TRANSPORT_RETRIES) {
    const seed = state.started?.seed ?? 0;
    return { kind: 'again', afterMs: retryDelayMs(open.retries, randomOf(seed, open.start + open.retries)) };
  }
  const reason = reply.help === undefined ? reply.reason : `${reply.reason} ${reply.help}`;
  fail(batch, open, { reason, fault: reply.fault });
  return ENDED;
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
    reason: outcome === 'rejected' ? reply.fault : outcome === 'failed' ? reply.reason : null,
    fault: outcome === 'rejected' ? 'reply' : outcome === 'failed' ? reply.fault : null,
    sessionKnown,
  };
}

/** The start of a text, without half a surrogate pair at its end. */
function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
