import {
  answerNameOf,
  type AnswerBox,
  type KeptAnswer,
  type QuestionKey,
} from '../../src/journal/answer-box.ts';
import type { ProcessLook } from '../../src/model/processes.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import type { ShellRequest, ShellReply, ShellRunner } from '../../src/agent/shell/shell-runner.ts';

/** A box that is kept in memory, as if each answer in it came from elsewhere. */
export function memoryBox(): AnswerBox {
  const answers = new Map<string, KeptAnswer>();
  return {
    claim: (question, answer) => {
      const name = answerNameOf(question);
      if (answers.has(name)) return false;
      answers.set(name, answer);
      return true;
    },
    find: (question) => {
      const answer = answers.get(answerNameOf(question));
      return answer && { answer, isOwn: false };
    },
    list: () => ({ names: [...answers.keys()], isComplete: true }),
    setAside: (name) => (answers.delete(name) ? `answers/refused/${name}` : undefined),
    release: () => undefined,
  };
}

/** What an answer names, for the question that a run waits with. */
export function questionIn({ open }: RunState): QuestionKey {
  const asked = [...open.values()].find(({ question }) => question !== undefined);
  if (asked === undefined) throw new Error('nothing is asked');
  return { start: asked.start, nonce: asked.question?.nonce };
}

/** Process 7 is a `wfmap answer` at a terminal, with every choice in its words; others are gone. */
export const GIVER = { pid: 7, start: 'then' };

/** See {@link GIVER}; process 1 is the wfmap that drives the run. */
export function lookAtGiver(pid: number): ProcessLook | undefined {
  if (pid !== GIVER.pid && pid !== 1) return undefined;
  return {
    start: GIVER.start,
    user: 'ann',
    terminal: 'pts/1',
    program: '/wfmap/main.js',
    words: ['answer', 'Yes', 'No', 'Rework', 'Ship', 'Continue', 'Run again', 'Take as failed'],
    within: [],
    isReadable: true,
    holds: true,
  };
}

/** A command that was asked for, and how its call was ended. */
export interface PuppetCommand extends ShellRequest {
  readonly calls: ('stop' | 'kill')[];
  /** Ends a command that is held. */
  readonly reply: (reply: ShellReply) => void;
}

export interface PuppetShell extends ShellRunner {
  readonly asked: PuppetCommand[];
  /** Resolves when that many commands were asked for. */
  readonly reached: (count: number) => Promise<void>;
}

/**
 * A shell that replies as it is told, one reply a command in order; the last repeats.
 *
 * A command that is `hold` is held until the test replies or the call is ended: it is `interrupted` then.
 */
export function puppetShell(...replies: readonly (ShellReply | 'hold')[]): PuppetShell {
  const asked: PuppetCommand[] = [];
  let wake = (): void => undefined;
  return {
    asked,
    reached: async (count) => {
      while (asked.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    start: (request) => {
      const { promise, resolve } = Promise.withResolvers<ShellReply>();
      const calls: ('stop' | 'kill')[] = [];
      asked.push({ ...request, calls, reply: resolve });
      const given = replies[Math.min(asked.length, replies.length) - 1] ?? exited(0);
      if (given !== 'hold') resolve(given);
      const endBy = (how: 'stop' | 'kill') => (): void => {
        calls.push(how);
        resolve({ outcome: 'interrupted', durationMs: 1 });
      };
      wake();
      return { reply: promise, stop: endBy('stop'), kill: endBy('kill') };
    },
  };
}

export function exited(exitCode: number, stdout = ''): ShellReply {
  return { outcome: 'exited', exitCode, stdout, durationMs: 1 };
}

/** `transport` is a command that was killed or took too long, `permanent` one that cannot be started. */
export function broken(fault: 'transport' | 'permanent'): ShellReply {
  return { outcome: 'failed', fault, reason: 'It broke.', help: undefined, durationMs: 1 };
}
