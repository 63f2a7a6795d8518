import type { Answer, AnswerBox } from '../../src/agent/human/asker.ts';
import type { ShellRequest, ShellReply, ShellRunner } from '../../src/agent/shell/shell-runner.ts';

/** A box that is kept in memory. */
export function memoryBox(): AnswerBox {
  const answers = new Map<number, Answer>();
  return {
    claim: (start, answer) => {
      if (answers.has(start)) return false;
      answers.set(start, answer);
      return true;
    },
    find: (start) => answers.get(start),
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
