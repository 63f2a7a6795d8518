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

/** A shell that replies as it is told, one reply a command in order; the last repeats. */
export function puppetShell(
  ...replies: readonly ShellReply[]
): ShellRunner & { readonly asked: ShellRequest[] } {
  const asked: ShellRequest[] = [];
  return {
    asked,
    start: (request) => {
      asked.push(request);
      const reply = replies[Math.min(asked.length, replies.length) - 1];
      const nothing = (): void => undefined;
      return { reply: Promise.resolve(reply ?? exited(0)), stop: nothing, kill: nothing };
    },
  };
}

export function exited(exitCode: number, stdout = ''): ShellReply {
  return { outcome: 'exited', exitCode, stdout, durationMs: 1 };
}
