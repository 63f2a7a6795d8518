import type { Asker } from '../../agent/human/asker.ts';
import type { SchemaOf } from '../flag-field.ts';
import type { Progress } from '../progress.ts';
import { terminalStyle } from '../terminal-style.ts';
import { createTerminalAsker } from './create-terminal-asker.ts';

/**
 * The person at the terminal of this process; undefined where nobody is to be asked.
 *
 * Nobody is asked by a program: one that reads events answers by `wfmap answer`.
 */
export function askerHere(
  flags: { readonly input: boolean; readonly json: boolean },
  progress: Pick<Progress, 'suspend' | 'restore'>,
  schemaOf: SchemaOf,
): Asker | undefined {
  const { CI: ci = '' } = process.env;
  const { stdin: input, stderr: output } = process;
  if (!flags.input || flags.json || ci !== '' || !input.isTTY || !output.isTTY) return undefined;
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
