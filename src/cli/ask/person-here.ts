import type { Progress } from '../progress/progress.ts';
import { openDialogue } from './line-terminal.ts';

/** Flags with which a program, or a person, says that no person is to be asked. */
export interface AskingFlags {
  readonly input: boolean;
  readonly json: boolean;
}

/** Whether what is asked on the terminal of this process can be read, and answered. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Whether a person sits at the terminal of this process and may be asked.
 *
 * A program that reads events answers with `wfmap answer` instead.
 */
export function isPersonHere({ input, json }: AskingFlags): boolean {
  const { CI: ci = '' } = process.env;
  return input && !json && ci === '' && isAtTerminal();
}

/** Asks that person whether to do something, where silence is a no; undefined where nobody is to be asked. */
export function confirmHere(
  flags: AskingFlags,
  { suspend, restore }: Pick<Progress, 'suspend' | 'restore'>,
): ((question: string) => Promise<boolean>) | undefined {
  if (!isPersonHere(flags)) return undefined;
  return async (question) => {
    const { stdin: input, stderr: output } = process;
    const dialogue = await openDialogue({ input, output }, new AbortController().signal);
    if (dialogue === undefined) return false;
    suspend(dialogue.above);
    try {
      return /^\s*y(?:es)?\s*$/i.test((await dialogue.ask(question)) ?? '');
    } finally {
      dialogue.close();
      restore();
    }
  };
}
