import type { Asker } from '../../agent/human/asker.ts';
import type { CallJudge } from '../../agent/human/call-judge.ts';
import { runsAround } from '../../process/runs-around.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import type { Progress } from '../progress/progress.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { createTerminalAsker } from './create-terminal-asker.ts';
import { isPersonHere, type AskingFlags } from './person-here.ts';

/** Who can be asked in this process: the questions of a map, and about tool calls that no rule answers. */
export interface PeopleHere {
  readonly asker: Asker | undefined;
  readonly callJudge: CallJudge | undefined;
}

/**
 * The person at the terminal of this process; nobody where no person is to be asked.
 *
 * Shape: who answers by a script takes the place of a person. Inside of another run nobody judges tool calls: an agent could give itself a terminal.
 */
export function peopleHere(
  flags: AskingFlags,
  progress: Pick<Progress, 'suspend' | 'restore'>,
  { schemaOf, scripted }: { readonly schemaOf: SchemaOf; readonly scripted: Asker | undefined },
): PeopleHere {
  const { stdin: input, stderr: output } = process;
  if (scripted !== undefined || !isPersonHere(flags)) return { asker: scripted, callJudge: undefined };
  const { suspend, restore } = progress;
  const asker = createTerminalAsker({
    input,
    output,
    color: terminalStyle(output).color,
    suspend,
    restore,
    schemaOf,
  });
  return { asker, callJudge: runsAround().length === 0 ? asker : undefined };
}
