import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { accountOf } from '../../why/account.ts';
import { jsonText } from '../io/json-text.ts';
import { openRunWithEvents } from '../views/open-run.ts';
import { programOfRun } from '../views/program-of-run.ts';
import { summaryOf } from '../../report/run-summary.ts';
import { whyJson } from '../views/why-json.ts';
import { whyLines } from '../views/why-lines.ts';

interface WhyArguments {
  readonly run?: string | undefined;
  readonly json: boolean;
}

export const whyCommand: CommandModule<object, WhyArguments> = {
  command: 'why [run]',
  describe: 'Say why a run stands where it stands, and what to do about it',
  builder: (yargs: Argv) =>
    yargs
      .positional('run', {
        type: 'string',
        describe: 'The run, such as efficient/slip-003 (default: the newest)',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ run, json }) => {
    const opened = openRunWithEvents(run);
    const account = accountOf(opened.events, opened.view, programOfRun(opened));
    const summary = summaryOf(opened);
    if (json) process.stdout.write(`${jsonText(whyJson(summary, account), 'indented')}\n`);
    else process.stdout.write(`${whyLines(summary, account).map(printable).join('\n')}\n`);
  },
};
