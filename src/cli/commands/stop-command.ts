import { setTimeout as sleep } from 'node:timers/promises';
import type { Argv, CommandModule } from 'yargs';
import { findRun } from '../../journal/find-run.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { printable } from '../../diagnostics/printable.ts';
import { formatCommand } from '../format.ts';
import { readRunOnDisk } from '../open-run.ts';
import { refuseInside } from '../refuse-inside.ts';
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
    const workFolder = process.cwd();
    const found = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, run);
    refuseInside(found, 'stop');
    const opened = readRunOnDisk(found);
    const { pid } = opened;
    if (pid === undefined) throw new UsageError(`No process drives ${opened.run.name}.`);
    process.kill(pid, 'SIGTERM');
    while (readRunOnDisk(opened.run).pid === pid) await sleep(POLL_MS);
    const resume = formatCommand(['wfmap', 'resume', opened.run.name]);
    process.stdout.write(`${printable(`${opened.run.name} has stopped. Go on with: ${resume}`)}\n`);
  },
};
