import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { taskFilesOf } from '../../journal/task-files.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { decisionLog } from '../views/decision-log.ts';
import { followFile } from '../views/follow-file.ts';
import { createLineTimes } from '../views/line-times.ts';
import { openRun, readRunOnDisk, type RunOnDisk } from '../views/open-run.ts';
import { refusedCall } from '../views/refused-call.ts';
import { toReadableLog } from '../views/readable-log.ts';
import type { Execution } from '../../view/run-view.ts';
import { hasWork, pickExecution } from '../views/pick-execution.ts';

interface LogsArguments {
  readonly run?: string | undefined;
  readonly task?: string | undefined;
  readonly follow: boolean;
  readonly raw: boolean;
  readonly times: boolean;
}

export const logsCommand: CommandModule<object, LogsArguments> = {
  command: 'logs [run] [task]',
  describe: "Print a task's log: what was done, said, printed or decided",
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
      })
      .option('times', {
        type: 'boolean',
        default: false,
        describe: 'Begin each line with the time at which it came',
      }),
  handler: async ({ run, task, follow, raw, times }) => {
    const opened = openRun(run);
    const entry = pickExecution(opened.view.executions, task, opened.run.name);
    if (!hasWork(entry)) {
      const lines = decisionLog(opened, entry);
      process.stdout.write(`${lines.map(printable).join('\n')}\n`);
      return;
    }
    const { slip } = entry.block;
    const folder = slip === null ? opened.run.folder : join(findWorkRoot(process.cwd()), slip);
    const files = taskFilesOf(entry.number, entry.task);
    const path = join(folder, files.log);
    const plain = printerFor(entry, raw);
    const print = times ? withTimes(plain, join(folder, files.times)) : plain;
    const isOver = (): boolean => !follow || hasEnded(opened, entry.number);
    await followFile(path, isOver, (...line) => process.stdout.write(print(...line)));
    if (!raw) process.stdout.write(refusedLines(entry.number, follow ? readRunOnDisk(opened.run) : opened));
  },
};

function refusedLines(execution: number, { view }: RunOnDisk): string {
  const { denials = [] } = view.executions.find(({ number }) => number === execution) ?? {};
  return denials.map((denial) => `! refused: ${printable(refusedCall(denial))}\n`).join('');
}

/** Units: `from` is the byte of the log at which the line begins. */
type Printer = (line: string, from: number) => string;

function withTimes(print: Printer, path: string): Printer {
  const timeOf = createLineTimes(path);
  return (line, from) => {
    const time = timeOf(from)?.toISOString() ?? NO_TIME;
    return print(line, from).replaceAll(/^(?=.)/gm, `${time} `);
  };
}

/** As wide as a time. */
const NO_TIME = '-'.padEnd(24);

/** What a command printed is for people as it is; an agent's stream is not. */
function printerFor({ commands }: Execution, raw: boolean): Printer {
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
