import type { Value } from '../../model/value.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import type { Agent, AgentReply, AgentRequest, Settled } from '../agent.ts';
import { delayedReply, performed, timeWithin } from './delayed-reply.ts';
import { reportedChanges } from './reported-changes.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';
import { scriptedSignal } from './scripted-signal.ts';
import { countTurns, type Script, type ScriptedStage } from './script.ts';

export type { Script } from './script.ts';

/**
 * The agent without a model: answers at once, costs nothing, touches no file.
 *
 * A task that is asked for something and that the script says nothing about fails permanently. An action that the
 * task does not have, and a missing output, are no answer, as they would be from a model. What takes longer than the
 * task may fails as it would with a model.
 * Errors: none.
 */
export function createScriptedAgent(
  script: Script,
  { sleep, perform, turnOf = countTurns() }: ScriptedStage = {},
): Agent {
  return {
    kind: 'scripted',
    start: (request) => {
      const { task, visit, output, address, timeoutMs, signal } = request;
      const actions = request.actions.map(({ name }) => name);
      const asked = { of: 'agent' as const, address, actions, output, fields: [], ...(signal && { signal }) };
      const scripted = script(task, visit, turnOf(task, visit, address), asked);
      const { ms, isTooLong } = timeWithin(scripted?.ms, timeoutMs);
      const settled = settledBy(scripted, ms);
      const verdict = isTooLong
        ? failure('transport', `timed out after ${ms / 1000}s`)
        : replyOf(request, actions, scripted);
      const reply: AgentReply = { ...settled, ...verdict };
      request.log(new TextEncoder().encode(`${JSON.stringify({ simulation: true, ...reply })}\n`));
      if (perform !== undefined && scripted !== undefined) showWork(request, scripted);
      const delayed = delayedReply<AgentReply>(
        ms,
        { reply, interrupted: { ...settled, outcome: 'interrupted' } },
        sleep,
      );
      return performed(delayed, reply, scripted && perform && (() => perform(scripted)));
    },
  };
}

/** Shows what it is at, as an agent does that works. */
function showWork({ onProgress }: AgentRequest, { text, edits }: ScriptedAnswer): void {
  if (text !== undefined) onProgress({ kind: 'text', text });
  for (const path of Object.keys(edits ?? {})) onProgress({ kind: 'tool', tool: 'Edit', input: path });
}

function settledBy(scripted: ScriptedAnswer | undefined, durationMs: number): Settled {
  const changes = scripted && reportedChanges(scripted);
  return {
    durationMs,
    costUsd: scripted?.costUsd ?? 0,
    tokens: 0,
    denials: [],
    sessionKnown: true,
    ...(changes === undefined ? {} : { changes }),
  };
}

/** A reply without what all replies carry. */
type Verdict = AgentReply extends infer R ? (R extends AgentReply ? Omit<R, keyof Settled> : never) : never;

function replyOf(
  request: AgentRequest,
  actions: readonly string[],
  scripted: ScriptedAnswer | undefined,
): Verdict {
  const { signal } = request;
  const text = textOf(scripted, signal);
  const wantsOutput = request.output !== undefined;
  if (scripted === undefined) {
    if (actions.length === 0 && !wantsOutput && signal === undefined)
      return { outcome: 'answered', action: undefined, output: undefined, text };
    return failure('permanent', `The scenario has no answer for task "${request.task}".`);
  }
  const { fail, action, output, resetsAt, ends } = scripted;
  if (ends === true) return failure('permanent', 'The recorded run came no further than this turn.');
  if (fail !== undefined) return { ...failure(fail, reasonOf(scripted)), resetsAt, text };
  const fault = signal === undefined ? faultOf(scripted, actions, wantsOutput) : undefined;
  if (fault !== undefined) return { outcome: 'rejected', fault, output: givenBy(scripted), text };
  return {
    outcome: 'answered',
    action: actions.length === 0 ? undefined : action,
    output: wantsOutput ? output : undefined,
    text,
  };
}

function textOf(scripted: ScriptedAnswer | undefined, signal: SignalAsked | undefined): string {
  const text = scripted?.text ?? scripted?.reply;
  if (text !== undefined || scripted === undefined || signal === undefined) return text ?? '';
  return scriptedSignal(scripted, signal);
}

function reasonOf({ fail, reason }: ScriptedAnswer): string {
  return reason ?? `The scenario lets this turn fail (${fail}).`;
}

function failure(
  fault: 'transport' | 'permanent' | 'limit',
  reason: string,
): Verdict & { outcome: 'failed' } {
  return { outcome: 'failed', fault, resetsAt: undefined, reason, help: undefined, text: '' };
}

function faultOf(
  { action, output, reply }: ScriptedAnswer,
  actions: readonly string[],
  wantsOutput: boolean,
): string | undefined {
  if (actions.length > 0 && (action === undefined || !actions.includes(action))) {
    const named = action === undefined ? 'It names no action' : `It names "${action}"`;
    return `${named}, which is not one of the legal ones.`;
  }
  if (wantsOutput && output === undefined) return 'It gives no output.';
  return reply === undefined || actions.length > 0 ? undefined : 'It is no answer.';
}

/** What the agent gave, as a real one gives it: the choice and the output in one object. */
function givenBy({ action, output }: ScriptedAnswer): Value | undefined {
  if (action === undefined && output === undefined) return undefined;
  return { ...(action === undefined ? {} : { action }), ...(output === undefined ? {} : { output }) };
}
