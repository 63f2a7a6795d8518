import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import type { Asker } from '../../src/agent/human/asker.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import type { ShellRunner } from '../../src/agent/shell/shell-runner.ts';
import type { Clock } from '../../src/run/clock.ts';
import type { Answers } from './answers.ts';

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
  const requests: AgentRequest[] = [];
  let tokens = 0;
  const scripted = createScriptedAgent((task, visit, turn) => {
    const answer = answers(task, visit, turn);
    tokens = answer?.tokens ?? 0;
    return answer;
  });
  return {
    requests,
    clock: steppedClock(),
    agent: {
      kind: 'scripted',
      start: (request) => {
        requests.push(request);
        const call = scripted.start(request);
        const used = tokens;
        return { ...call, reply: call.reply.then((reply) => ({ ...reply, tokens: used })) };
      },
    },
    shell: createScriptedShell(answers),
    asker: createScriptedAsker(answers),
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
