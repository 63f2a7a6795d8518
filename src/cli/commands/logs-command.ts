import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { taskFilesOf } from '../../journal/task-files.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { followFile } from '../views/follow-file.ts';
import { openRun, readRunOnDisk, type RunOnDisk } from '../views/open-run.ts';
import { refusedCall } from '../views/refused-call.ts';
import { toReadableLog } from '../views/readable-log.ts';
import type { Execution } from '../../view/run-view.ts';
import { pickExecution } from '../views/pick-execution.ts';

interface LogsArguments {
  readonly run?: string | undefined;
  readonly task?: string | undefined;
  readonly follow: boolean;
  readonly raw: boolean;
}

export const logsCommand: CommandModule<object, LogsArguments> = {
  command: 'logs [run] [task]',
  describe: "Print what a task's agent did and said, or what its command printed",
  builder: (yargs: Argv) =>
    yargs
      .positional('run', { type: 'string', describe: 'The run (default: the newest)' })
      .positional('task', {
        type: 'string',
        describe:
          'A task, also by its place such as Review/impact/Look, or the number of an execution (default: the last)',
      })
      .option('follow', { alias: 'f', type: 'boolean', default: false, describe: 'Go on while the run does' })
      .option('raw', {
        type: 'boolean',
        default: false,
        describe: "Print the agent's stream as it came",
      }),
  handler: async ({ run, task, follow, raw }) => {
    const opened = openRun(run);
    const entry = pickExecution(opened.view.executions, task, opened.run.name);
    const { slip } = entry.block;
    const folder = slip === null ? opened.run.folder : join(findWorkRoot(process.cwd()), slip);
    const path = join(folder, taskFilesOf(entry.number, entry.task).log);
    const print = printerFor(entry, raw);
    const isOver = (): boolean => !follow || hasEnded(opened, entry.number);
    await followFile(path, isOver, (line) => process.stdout.write(print(line)));
    if (!raw) process.stdout.write(refusedLines(entry.number, follow ? readRunOnDisk(opened.run) : opened));
  },
};

function refusedLines(execution: number, { view }: RunOnDisk): string {
  const { denials = [] } = view.executions.find(({ number }) => number === execution) ?? {};
  return denials.map((denial) => `! refused: ${printable(refusedCall(denial))}\n`).join('');
}

/** What a command printed is for people as it is; an agent's stream is not. */
function printerFor({ commands }: Execution, raw: boolean): (line: string) => string {
  if (raw) return (line) => `${line}\n`;
  return commands > 0 ? commandLine : toReadableLog;
}

function commandLine(line: string): string {
  return `${printable(stripVTControlCharacters(line).replaceAll('\t', '    '))}\n`;
}

function hasEnded({ run }: RunOnDisk, execution: number): boolean {
  const now = readRunOnDisk(run);
  const entry = now.view.executions.find(({ number }) => number === execution);
  return now.pid === undefined || (entry !== undefined && entry.end !== null);
}
