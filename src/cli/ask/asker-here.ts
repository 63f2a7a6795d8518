import type { Asker } from '../../agent/human/asker.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import type { Progress } from '../progress/progress.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { createTerminalAsker } from './create-terminal-asker.ts';
import { isPersonHere, type AskingFlags } from './person-here.ts';

/** The person at the terminal of this process; undefined where no person is to be asked. */
export function askerHere(
  flags: AskingFlags,
  progress: Pick<Progress, 'suspend' | 'restore'>,
  schemaOf: SchemaOf,
): Asker | undefined {
  const { stdin: input, stderr: output } = process;
  if (!isPersonHere(flags)) return undefined;
  const { suspend, restore } = progress;
  return createTerminalAsker({
    input,
    output,
    color: terminalStyle(output).color,
    suspend,
    restore,
    schemaOf,
  });
}
