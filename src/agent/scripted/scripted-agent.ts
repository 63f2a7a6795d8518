import type { Agent, AgentCall, AgentReply, AgentRequest, Settled } from '../agent.ts';
import type { ScriptedAnswer } from './scenario.ts';

/** How the scripted agent answers: by task, visit, and which turn of that visit it is (from 1). */
export type Script = (task: string, visit: number, turn: number) => ScriptedAnswer | undefined;

/**
 * The agent without a model: answers at once, costs nothing, touches no file.
 *
 * A task that the script says nothing about fails permanently. An action that the task does not have is no
 * answer, as it would be from a model.
 */
export function createScriptedAgent(script: Script): Agent {
  const turns = new Map<string, number>();
  return {
    kind: 'scripted',
    start: (request) => {
      const key = JSON.stringify([request.task, request.visit]);
      const turn = (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      return answer(request, script(request.task, request.visit, turn));
    },
  };
}

function answer(request: AgentRequest, scripted: ScriptedAnswer | undefined): AgentCall {
  const settled: Settled = {
    durationMs: scripted?.ms ?? 0,
    costUsd: scripted?.costUsd ?? 0,
    tokens: 0,
    denials: [],
    sessionKnown: true,
  };
  const reply = replyOf(request, scripted, settled);
  request.log(new TextEncoder().encode(`${JSON.stringify({ simulation: true, ...reply })}\n`));
  const ms = scripted?.ms ?? 0;
  if (ms === 0) return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
  const { promise, resolve } = Promise.withResolvers<AgentReply>();
  const timer = setTimeout(() => resolve(reply), ms);
  const stop = (): void => {
    clearTimeout(timer);
    resolve({ ...settled, outcome: 'interrupted' });
  };
  return { reply: promise, stop, kill: stop };
}

function replyOf(request: AgentRequest, scripted: ScriptedAnswer | undefined, settled: Settled): AgentReply {
  const text = scripted?.text ?? scripted?.reply ?? '';
  const output = undefined;
  const resetsAt = undefined;
  if (request.actions.length === 0)
    return { ...settled, outcome: 'answered', action: undefined, output, text };
  if (scripted === undefined) {
    const reason = `The scenario has no answer for task "${request.task}".`;
    return { ...settled, outcome: 'failed', fault: 'permanent', resetsAt, reason, help: undefined, text };
  }
  if (scripted.fail !== undefined) {
    const reason = `The scenario lets this turn fail (${scripted.fail}).`;
    return { ...settled, outcome: 'failed', fault: scripted.fail, resetsAt, reason, help: undefined, text };
  }
  const action = request.actions.find(({ name }) => name === scripted.action)?.name;
  if (action !== undefined) return { ...settled, outcome: 'answered', action, output, text };
  const named = scripted.action === undefined ? 'It names no action' : `It names "${scripted.action}"`;
  const fault = `${named}, which is not one of the legal ones.`;
  return { ...settled, outcome: 'rejected', fault, output, text };
}
