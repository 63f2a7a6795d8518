import { Writable } from 'node:stream';
import { openDialogue } from '../ask/line-terminal.ts';

/** Asks for passphrases on the terminal, one after the other, and shows nothing of them. Undefined where the person left. */
export async function askPassphrases(prompts: readonly string[]): Promise<readonly string[] | undefined> {
  // What would be shown goes nowhere: the dialogue itself writes what is typed.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const dialogue = await openDialogue({ input: process.stdin, output }, new AbortController().signal);
  if (dialogue === undefined) return undefined;
  try {
    const typed: string[] = [];
    for (const prompt of prompts) {
      process.stderr.write(prompt);
      const line = await dialogue.ask('');
      process.stderr.write('\n');
      if (line === undefined) return undefined;
      typed.push(line);
    }
    return typed;
  } finally {
    dialogue.close();
  }
}
