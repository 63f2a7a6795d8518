import { setTimeout as sleep } from 'node:timers/promises';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { formatCommand } from '../format.ts';
import { openRun, readRunOnDisk } from '../open-run.ts';
import { UsageError } from '../usage-error.ts';

interface StopArguments {
  readonly run?: string | undefined;
}

const POLL_MS = 100;

export const stopCommand: CommandModule<object, StopArguments> = {
  command: 'stop [run]',
  describe: 'Ask a running run to stop resumably, and wait until it has',
  builder: (yargs: Argv) =>
    yargs.positional('run', {
      type: 'string',
      describe: 'The run (default: the newest)',
    }),
  handler: async ({ run }) => {
    const opened = openRun(run);
    const { pid } = opened;
    if (pid === undefined) throw new UsageError(`No process drives ${opened.run.name}.`);
    process.kill(pid, 'SIGTERM');
    while (readRunOnDisk(opened.run).pid === pid) await sleep(POLL_MS);
    const resume = formatCommand(['wfmap', 'resume', opened.run.name]);
    process.stdout.write(`${printable(`${opened.run.name} has stopped. Go on with: ${resume}`)}\n`);
  },
};
