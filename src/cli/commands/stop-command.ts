import { setTimeout as sleep } from 'node:timers/promises';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { findRun } from '../../journal/find-run.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { findHolder } from '../../journal/lock.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProcessTable } from '../../process/process-table.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { formatCommand } from '../io/format.ts';
import { readRunOnDisk } from '../views/open-run.ts';
import { refuseInside } from '../io/refuse-inside.ts';
import { UsageError } from '../io/usage-error.ts';

interface StopArguments {
  readonly run?: string | undefined;
}

const POLL_MS = 100;
/** An agent has some ten seconds to end. */
const LIMIT_MS = 30_000;

export const stopCommand: CommandModule<object, StopArguments> = {
  command: 'stop [run]',
  describe: 'Stop a run so that it can be resumed, and wait until it has stopped',
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
    await stop(opened.run, pid);
    const resume = formatCommand(['wfmap', 'resume', opened.run.name]);
    process.stdout.write(`${printable(`${opened.run.name} has stopped. Resume with: ${resume}`)}\n`);
  },
};

/** Asks the process that holds a run to stop, and waits until it no longer does. */
async function stop({ name, folder }: RunEntry, pid: number): Promise<void> {
  const processes = createProcessTable();
  const find = (): ReturnType<typeof findHolder> => {
    const holder = findHolder(nodeFileSystem, folder, processes);
    return holder?.state === 'living' && holder.record.pid === pid ? holder : undefined;
  };
  if (find()?.mayBeSignalled === false) {
    throw new UsageError(
      `Process ${pid} holds ${name} but is not a wfmap command, so it was not signalled.`,
      {
        help: `Look at it with: ps -fp ${pid}. A program that uses wfmap as a library must be stopped in its own way.`,
      },
    );
  }
  if (find() !== undefined) process.kill(pid, 'SIGTERM');
  const startedAt = performance.now();
  while (find() !== undefined) {
    if (performance.now() - startedAt > LIMIT_MS) {
      throw new UsageError(
        `Process ${pid} was asked to stop ${name}, but has not stopped after ${LIMIT_MS / 1000} s.`,
        {
          help: `Wait and try again, or kill it: kill -9 ${pid}. Nothing in the journal is lost.`,
        },
      );
    }
    await sleep(POLL_MS);
  }
}
