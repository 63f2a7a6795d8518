import { isDeepStrictEqual } from 'node:util';
import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import type { Asker } from '../../src/agent/human/asker.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import type { ShellRunner } from '../../src/agent/shell/shell-runner.ts';
import type { Address } from '../../src/model/address.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Clock } from '../../src/run/host/clock.ts';
import { arrivals as inOrder, type Answer, type Answers, type Arrivals } from './answers.ts';
import { insideOf } from './course.ts';

/** Agent, shell and person that do what the answers say, on a clock of their own; and what agents were told. */
export interface Performers {
  readonly agent: Agent;
  readonly shell: ShellRunner;
  readonly asker: Asker;
  readonly clock: Clock;
  /** Every turn of an agent, in order. */
  readonly requests: readonly AgentRequest[];
  /** Is to be told of every event of the run: that says in which block somebody is asked. */
  readonly see: (event: RunEvent) => void;
}

/** Somebody who was asked. */
interface Due {
  readonly place: string;
  readonly give: () => void;
}

/**
 * Answers arrive one at a time, each once nothing else goes on, in the order that `arrivals` says. Turns are counted
 * by place and visit, as long as these performers live.
 */
export function performersOf(answers: Answers, arrivals: Arrivals = inOrder()): Performers {
  const requests: AgentRequest[] = [];
  const started: Address[] = [];
  const turns = new Map<string, number>();
  const post = createPost(arrivals);
  /** Who is asked at the moment, and what the answer to it was. */
  let inside = '';
  let answer: Answer | undefined;
  const script = (task: string, visit: number): Answer | undefined => {
    const key = `${inside}${task}#${visit}`;
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return (answer = answers(task, visit, turn, inside));
  };
  const agent = createScriptedAgent(script);
  const shell = createScriptedShell(script);
  const asker = createScriptedAsker(script);
  const nextPlace = (task: string): string => {
    inside = insideOf({ address: started.shift() ?? { block: [] } });
    return `${inside}${task}`;
  };
  return {
    requests,
    clock: steppedClock(),
    see: ({ type, address }) => {
      if (type === 'agent.started' || type === 'shell.started') started.push(address);
      // What ends before it began was cancelled in the moment in which it was planned.
      const isEnd = type === 'agent.finished' || type === 'shell.finished';
      const at = isEnd ? started.findIndex((each) => isDeepStrictEqual(each, address)) : -1;
      if (at >= 0) started.splice(at, 1);
    },
    agent: {
      kind: 'scripted',
      start: (request) => {
        requests.push(request);
        const place = nextPlace(request.task);
        const call = agent.start(request);
        const tokens = answer?.tokens ?? 0;
        return {
          ...call,
          ...post.hold(place, call.reply, (reply, isStopped) => {
            const { durationMs, costUsd, denials, sessionKnown } = reply;
            const settled = { durationMs, costUsd, tokens, denials, sessionKnown };
            return isStopped ? { ...settled, outcome: 'interrupted' } : { ...reply, tokens };
          }),
        };
      },
    },
    shell: {
      start: (request) => {
        const place = nextPlace(request.task);
        const call = shell.start(request);
        return {
          ...call,
          ...post.hold(place, call.reply, (reply, isStopped) =>
            isStopped ? { durationMs: reply.durationMs, outcome: 'interrupted' } : reply,
          ),
        };
      },
    },
    asker: {
      ask: async (question, signal) => {
        inside = insideOf(question);
        const place = `${inside}${question.task}`;
        const reply = await asker.ask(question, signal);
        // Who has nothing to say is not waited for.
        if (reply === undefined) return undefined;
        const held = post.hold(place, Promise.resolve(reply), (each) => each);
        signal.addEventListener('abort', held.kill, { once: true });
        return held.reply;
      },
    },
  };
}

/** Holds answers back until it is their time. One that was asked to stop arrives like any other, as interrupted. */
function createPost(arrivals: Arrivals) {
  const due: Due[] = [];
  let isAwake = false;
  const deliver = (): void => {
    isAwake = false;
    const [next] = due.splice(due.length === 0 ? 0 : arrivals(due.map(({ place }) => place)), 1);
    next?.give();
    if (due.length > 0) wake();
  };
  const wake = (): void => {
    if (isAwake) return;
    isAwake = true;
    // Whoever sleeps for no time comes before the next answer.
    setImmediate(() => setImmediate(deliver));
  };
  return {
    hold: <T>(place: string, reply: Promise<T>, arriving: (reply: T, isStopped: boolean) => T) => {
      const { promise, resolve } = Promise.withResolvers<T>();
      let isStopped = false;
      const each: Due = {
        place,
        give: () => {
          void reply.then((given) => resolve(arriving(given, isStopped)));
        },
      };
      due.push(each);
      wake();
      const stop = (): void => {
        isStopped = true;
      };
      const kill = (): void => {
        stop();
        if (due.includes(each)) due.splice(due.indexOf(each), 1);
        each.give();
      };
      return { reply: promise, stop, kill };
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
