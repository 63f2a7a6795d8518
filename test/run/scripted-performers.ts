import type { Agent, AgentReply, AgentRequest, Settled } from '../../src/agent/agent.ts';
import type { Asker } from '../../src/agent/human/asker.ts';
import type { ShellReply, ShellRunner } from '../../src/agent/shell/shell-runner.ts';
import type { Clock } from '../../src/run/clock.ts';
import type { Answer, Answers } from './answers.ts';

/** Agent, shell and person that do what the answers say, on a clock of their own; and what agents were told. */
export interface Performers {
  readonly agent: Agent;
  readonly shell: ShellRunner;
  readonly asker: Asker;
  readonly clock: Clock;
  /** Every turn of an agent, in order. */
  readonly requests: readonly AgentRequest[];
}

/** Turns are counted by task and visit, as long as these performers live. */
export function performersOf(answers: Answers): Performers {
  const turns = new Map<string, number>();
  const next = (task: string, visit: number): Answer | undefined => {
    const key = JSON.stringify([task, visit]);
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return answers(task, visit, turn);
  };
  const requests: AgentRequest[] = [];
  return {
    requests,
    clock: steppedClock(),
    agent: {
      kind: 'scripted',
      start: (request) => {
        requests.push(request);
        return callOf(replyTo(request, next(request.task, request.visit)));
      },
    },
    shell: { start: ({ task, visit }) => callOf(exitOf(next(task, visit))) },
    asker: {
      ask: ({ task, address, choices }) => {
        const { action, fields = {} } = next(task, address.visit ?? 1) ?? {};
        const isOffered = choices.some(({ name }) => name === action);
        return Promise.resolve(isOffered ? { action: action!, fields, via: 'scripted' } : undefined);
      },
    },
  };
}

/** A clock that goes on only by sleeping, which takes no time, and lets everything else that can happen happen first. */
function steppedClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => new Date(now),
    sleep: async (ms, signal) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (!signal.aborted) now += ms;
    },
  };
}

function callOf<T>(reply: T): { reply: Promise<T>; stop: () => void; kill: () => void } {
  return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
}

function replyTo({ actions, output: schema }: AgentRequest, answer: Answer = {}): AgentReply {
  const { costUsd = 0, tokens = 0, reply = '', text = reply, fail } = answer;
  const settled: Settled = { durationMs: 1, costUsd, tokens, denials: [], sessionKnown: true };
  if (fail !== undefined) {
    const why = { reason: 'As told', help: undefined, resetsAt: undefined };
    return { ...settled, ...why, outcome: 'failed', fault: fail, text };
  }
  const action = actions.find(({ name }) => name === answer.action)?.name;
  const output = schema === undefined ? undefined : answer.output;
  if (lacks(actions.length > 0, action) || lacks(schema !== undefined, output)) {
    return { ...settled, outcome: 'rejected', fault: 'It is no answer.', output, text };
  }
  return { ...settled, outcome: 'answered', action, output, text };
}

function lacks(isAsked: boolean, part: unknown): boolean {
  return isAsked && part === undefined;
}

function exitOf(answer: Answer | undefined): ShellReply {
  if (answer?.fail !== undefined) {
    return { durationMs: 1, outcome: 'failed', fault: answer.fail, reason: 'As told', help: undefined };
  }
  return { durationMs: 1, outcome: 'exited', exitCode: answer?.exitCode ?? 0, stdout: answer?.stdout ?? '' };
}
