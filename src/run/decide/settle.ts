import type { AgentReply } from '../../agent/agent.ts';
import { cutToolLine } from '../../agent/claude/tool-line.ts';
import type { ClaudeTask } from '../../model/block.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { readSignalAnswer } from '../../agent/read-signal-answer.ts';
import { chooserOf } from '../../model/tasks.ts';
import { asSentence } from '../../util/as-sentence.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { checkOutput } from '../program/check-output.ts';
import { concludeWithin, failWithin } from './conclude-within.ts';
import { excerpt } from '../program/excerpt.ts';
import { buildsOnAnother } from '../state/fold-agent.ts';
import { instanceWith } from '../state/in-state.ts';
import { isCostSpent } from '../state/is-cost-spent.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { Outcome } from '../scope/route.ts';
import { signalAskedIn } from '../scope/signal-asked.ts';
import type { OpenTask } from '../state/run-state.ts';
import { recordReached } from './reaches-limit.ts';
import { randomOf, repliesOf, retriesOf, retryDelayMs } from './retry-delay.ts';

/** What follows a reply: the task ended (or waits for a person to mend it), or its next turn starts after a while. */
export type Settlement = { readonly kind: 'ended' } | { readonly kind: 'again'; readonly afterMs: number };

const ENDED: Settlement = { kind: 'ended' };
const AT_ONCE: Settlement = { kind: 'again', afterMs: 0 };

/**
 * Records a reply, and what it means for its task.
 *
 * Repairs for faulty replies, further tries for faults of the transport, none for permanent ones. A
 * session that the agent does not know costs no try. What the agent gives back is checked here again.
 */
export function settle(live: LiveRun, batch: Batch, open: OpenTask, given: AgentReply): Settlement {
  const { task, turn } = open;
  invariant(task.type === 'claude', 'only claude tasks have turns');
  const reply = checked(live, open, task, given);
  const address = { ...open.address, attempt: open.attempts };
  recordTurn(live, batch, open, reply);
  switch (reply.outcome) {
    case 'interrupted':
      return ENDED;
    case 'answered':
      concludeWithin(live, batch, open, answerOf(task, { ...reply, text: live.mask.text(reply.text) }));
      return ENDED;
    case 'rejected': {
      const { fault, output = null } = reply;
      const text = excerpt(live.mask.text(reply.text), MAX_TEXT);
      batch.add('action.rejected', address, { task: task.name, fault, text, output });
      if (open.repairs <= repliesOf(task.retry)) return AT_ONCE;
      failWithin(live, batch, open, { reason: fault, fault: 'reply' });
      return ENDED;
    }
    case 'failed':
      break;
  }
  // A session that was to be continued and is not known there: the prompt is sent anew.
  if (turn !== undefined && buildsOnAnother(turn) && !reply.sessionKnown) return AT_ONCE;
  return settleFailed(live, batch, open, { ...reply, share: turn?.reservedUsd ?? null });
}

/** A reply whose output does not fit its schema is no answer; nor is one without the SIGNAL BLOCK that was asked for. */
function checked(live: LiveRun, open: OpenTask, task: ClaudeTask, reply: AgentReply): AgentReply {
  if (reply.outcome !== 'answered') return reply;
  if (task.signal !== undefined) return withSignal(live, open, task, reply);
  if (task.output === undefined) return reply;
  const fault = checkOutput(instanceWith(live.state, open).program, task.output, reply.output);
  if (fault === undefined) return reply;
  const { action = null, output = null, ...rest } = reply;
  // As it came: a text is read again as text.
  const given = live.settings.channel === 'text' ? undefined : { action, output };
  return { ...rest, outcome: 'rejected', fault, output: given };
}

function withSignal(
  live: LiveRun,
  open: OpenTask,
  task: ClaudeTask,
  reply: Extract<AgentReply, { outcome: 'answered' }>,
): AgentReply {
  const { action: _action, output: _output, ...rest } = reply;
  const found = signalAskedIn(live, open, task);
  if ('problem' in found) return { ...rest, outcome: 'rejected', fault: found.problem, output: undefined };
  invariant(found.asked, 'The task is answered by a SIGNAL BLOCK.');
  const answer = readSignalAnswer(live.mask.text(reply.text), found.asked);
  if ('fault' in answer) return { ...rest, outcome: 'rejected', fault: answer.fault, output: undefined };
  return { ...rest, outcome: 'answered', ...answer };
}

/** Units: UTF-16. The whole reply stands in the log. */
const MAX_TEXT = 1_000_000;

/** What an answer comes to: with guards, the engine chooses. */
export function answerOf(
  task: ClaudeTask,
  reply: { readonly action: string | undefined; readonly output: Value | undefined; readonly text: string },
): Outcome {
  const text = excerpt(reply.text, MAX_TEXT);
  const handedOver =
    task.signal !== undefined && isObjectValue(reply.output) ? { ...reply.output, text } : undefined;
  const result = handedOver ?? (task.output === undefined ? { text } : (reply.output ?? null));
  return { result, action: reply.action, by: chooserOf(task) };
}

/** Units: `share` is what the turn could cost, US dollars; null for no bound. */
type FailedTurn = Extract<AgentReply, { outcome: 'failed' }> & { readonly share: number | null };

function settleFailed(live: LiveRun, batch: Batch, open: OpenTask, reply: FailedTurn): Settlement {
  const { state } = live;
  const { fault, reason, help } = reply;
  if (fault === 'limit') return settleLimit(live, batch, reply);
  const { task } = open;
  if (fault === 'transport' && task.type === 'claude' && open.retries <= retriesOf(task.retry)) {
    const random = randomOf(state.started?.seed ?? 0, open.start + open.retries);
    return { kind: 'again', afterMs: retryDelayMs(open.retries, random) };
  }
  // The agent was given what the limit leaves, and stopped there: that is the run's limit, not a fault of the task.
  if (isCostSpent(state)) return AT_ONCE;
  if (isShareSpent(live, open, reply)) return settleShare(live, batch);
  failWithin(live, batch, open, { reason: withHelp(reason, help), fault });
  return ENDED;
}

/** Whether an agent used up what the run's limit of cost left it beside others, which was less than its task allows. */
function isShareSpent(
  { state }: LiveRun,
  { task }: OpenTask,
  { costUsd = 0, fault, share }: FailedTurn,
): boolean {
  if (state.limits.costUsd === null || share === null || task.type !== 'claude') return false;
  return fault === 'permanent' && costUsd >= share && share < (task.budgetUsd ?? Infinity);
}

/** The task waits for a higher limit; agents that run beside it keep their shares. */
function settleShare({ state }: LiveRun, batch: Batch): Settlement {
  const { costUsd: max } = state.limits;
  recordReached(state, batch, [{ limit: 'costUsd', max, used: state.costUsd, until: null }]);
  return ENDED;
}

/** Asked again after so long where nobody says when a subscription's limit ends. Units: ms. */
const UNTOLD_WAIT_MS = 10 * 60_000;

/** The agent's subscription gives nothing more for now: the run pauses, or sleeps until it does. */
function settleLimit(
  { clock, settings }: LiveRun,
  batch: Batch,
  { resetsAt }: Extract<AgentReply, { outcome: 'failed' }>,
): Settlement {
  const until = resetsAt ?? null;
  batch.add('limit.reached', { block: [] }, { limit: 'subscription', max: null, used: null, until });
  if (!settings.waitsForLimits) return ENDED;
  const endsMs = until === null ? NaN : Date.parse(until);
  const restMs = Number.isNaN(endsMs) ? UNTOLD_WAIT_MS : endsMs - clock.now().getTime();
  return { kind: 'again', afterMs: Math.max(restMs, 1000) };
}

export function withHelp(reason: string, help: string | undefined): string {
  return help === undefined ? reason : `${asSentence(reason)} ${help}`;
}

/** Records the end of a turn, whatever follows from it. */
export function recordTurn(
  { mask }: Pick<LiveRun, 'mask'>,
  batch: Batch,
  open: OpenTask,
  reply: AgentReply,
): void {
  const address = { ...open.address, attempt: open.attempts };
  // Cut only once secrets are hidden: the half of one is not found.
  const denials = mask.value(reply.denials).map((each) => ({ ...each, input: cutToolLine(each.input) }));
  batch.add('agent.finished', address, turnRecordOf(open.task.name, { ...reply, denials }), open.start);
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
    ...(reply.survivors === undefined ? {} : { survivors: reply.survivors }),
    ...(reply.unread === undefined ? {} : { unread: reply.unread }),
  };
}

function faultOf(reply: AgentReply): Pick<RunEventData['agent.finished'], 'reason' | 'fault'> {
  if (reply.outcome === 'rejected') return { reason: reply.fault, fault: 'reply' };
  if (reply.outcome === 'failed') return { reason: reply.reason, fault: reply.fault };
  return { reason: null, fault: null };
}
