import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { taskFilesOf } from '../../journal/task-files.ts';
import { followFile } from '../follow-file.ts';
import { openRun, readRunOnDisk, type RunOnDisk } from '../open-run.ts';
import { toReadableLog } from '../readable-log.ts';
import { summaryOf, type ExecutionSummary } from '../run-summary.ts';
import { UsageError } from '../usage-error.ts';

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
        describe: 'A task or the number of an execution (default: the last)',
      })
      .option('follow', { alias: 'f', type: 'boolean', default: false, describe: 'Go on while the run does' })
      .option('raw', {
        type: 'boolean',
        default: false,
        describe: "Print the agent's stream as it came",
      }),
  handler: async ({ run, task, follow, raw }) => {
    const opened = openRun(run);
    const entry = executionOf(summaryOf(opened).executions, task, opened);
    const path = join(opened.run.folder, taskFilesOf(entry.number, entry.task).log);
    const print = printerFor(entry, raw);
    const isOver = (): boolean => !follow || hasEnded(opened, entry.number);
    await followFile(path, isOver, (line) => process.stdout.write(print(line)));
  },
};

/** What a command printed is for people as it is; an agent's stream is not. */
function printerFor({ commands }: ExecutionSummary, raw: boolean): (line: string) => string {
  if (raw) return (line) => `${line}\n`;
  return commands > 0 ? commandLine : toReadableLog;
}

function commandLine(line: string): string {
  return `${printable(stripVTControlCharacters(line).replaceAll('\t', '    '))}\n`;
}

/** The last execution of a task, the one with a number, or the last that an agent or a command worked on. */
function executionOf(
  all: readonly ExecutionSummary[],
  task: string | undefined,
  { run }: RunOnDisk,
): ExecutionSummary {
  const worked = all.filter(({ turns, commands }) => turns + commands > 0);
  const found =
    task === undefined
      ? worked.at(-1)
      : worked.findLast((each) => each.task === task || String(each.number) === task);
  if (found !== undefined) return found;
  const names = [...new Set(worked.map((each) => `"${each.task}"`))].join(', ');
  throw new UsageError(
    task === undefined ? `Nothing in ${run.name} has a log yet.` : `${run.name} has no log of "${task}".`,
    names === '' ? {} : { help: `There are logs of ${names}.` },
  );
}

function hasEnded({ run }: RunOnDisk, execution: number): boolean {
  const now = readRunOnDisk(run);
  const entry = summaryOf(now).executions.find(({ number }) => number === execution);
  return now.pid === undefined || (entry !== undefined && entry.end !== null);
}
