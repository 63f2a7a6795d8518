import type { RunEventData, RunEventOf } from '../model/run-event.ts';
import type { Execution, RunView, SentMessage } from './run-view.ts';

// What the turns, commands and tool calls of an execution mean to readers.

/** An agent or a command starts to work for an execution. */
export function beginWork(execution: Execution, worker: 'agent' | 'command'): void {
  execution.isStep = true;
  execution.worker = worker;
}

/** A turn has ended: what it cost counts for the run, whatever became of its execution. */
export function endTurn(view: RunView, { costUsd, tokens }: RunEventData['agent.finished']): void {
  view.endedTurns += 1;
  view.costUsd += costUsd ?? 0;
  view.tokens += tokens ?? 0;
  if (costUsd === null) view.unpricedTurns += 1;
}

/** Of one execution. */
const MAX_DENIALS = 100;
const MAX_CALLS = 100;
const MAX_MESSAGES = 100;

/** The same for its execution. */
export function endTurnOf(execution: Execution, { at, data }: RunEventOf<'agent.finished'>): void {
  execution.endedTurns += 1;
  execution.costUsd += data.costUsd ?? 0;
  execution.tokens += data.tokens ?? 0;
  if (data.costUsd !== null) execution.unpricedTurns -= 1;
  execution.workMs += data.durationMs;
  execution.fault = faultIn(data);
  const { denials } = execution;
  if (data.denials.length > 0) execution.denials = [...denials, ...data.denials].slice(0, MAX_DENIALS);
  execution.survivors += data.survivors?.length ?? 0;
  for (const message of execution.messages)
    message.isRead ??= data.unread?.includes(message.message) !== true;
  endCalls(execution);
  if (data.outcome === 'interrupted') cutOff(execution, at);
}

function faultIn({ fault, reason }: RunEventData['agent.finished']): Execution['fault'] {
  return fault === null && reason === null ? null : { fault, reason };
}

function endCalls({ calls }: Execution): void {
  for (const call of calls) call.isOver = true;
}

/** Its agent or command was cut off, or another execution takes its place. */
export function cutOff(execution: Execution, at: string): void {
  endCalls(execution);
  execution.isCutOff = true;
  if (execution.end === null) execution.interruptedAt ??= at;
}

/** A person tells its agent something. */
export function takeMessage(execution: Execution, sent: Omit<SentMessage, 'isRead'>): void {
  const { messages } = execution;
  if (messages.length < MAX_MESSAGES) execution.messages = [...messages, { ...sent, isRead: null }];
}

/** A person is asked about a tool call. */
export function askAbout(execution: Execution, data: RunEventData['call.asked']): void {
  const { call: id, tool, input, rule } = data;
  const { calls } = execution;
  if (calls.length >= MAX_CALLS) return;
  execution.calls = [...calls, { id, tool, input, rule, allow: null, reason: '', isOver: false }];
}

/** A person has answered. */
export function takeVerdict({ calls }: Execution, data: RunEventData['call.answered']): void {
  const { call, allow, reason } = data;
  const asked = calls.findLast(({ id, isOver }) => id === call && !isOver);
  if (asked !== undefined) Object.assign(asked, { allow, reason, isOver: true });
}
