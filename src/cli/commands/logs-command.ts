import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { taskFilesOf } from '../../journal/task-files.ts';
import { placeOfTask } from '../../model/place.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { toOneLine } from '../io/format.ts';
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
      .option('follow', {
        alias: 'f',
        type: 'boolean',
        default: false,
        describe: 'Go on while the run does: with all that begins later, or with the task that is named',
      })
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
    const way = { raw, times };
    if (follow && task === undefined) return followRun(opened, entry, way);
    if (hasWork(entry)) {
      const isOver = (): boolean => !follow || hasEnded(readRunOnDisk(opened.run), entry.number);
      return followOne(opened, entry, { ...way, isOver, write: (text) => process.stdout.write(text) });
    }
    const lines = decisionLog(opened, entry);
    process.stdout.write(`${lines.map(printable).join('\n')}\n`);
    return undefined;
  },
};

interface Way {
  readonly raw: boolean;
  readonly times: boolean;
}

/** How often it is looked for tasks that have begun. Units: ms. */
const POLL_MS = 200;

/**
 * Prints the logs of what is at work in a run and of all that begins later, until nobody drives it. A line names the
 * execution whenever another one than before goes on.
 */
async function followRun(opened: RunOnDisk, from: Execution, way: Way): Promise<void> {
  let now = opened;
  let shown = from.number;
  const followed = new Map<number, Promise<void>>();
  const follow = (entry: Execution): Promise<void> =>
    followOne(opened, entry, {
      ...way,
      isOver: () => hasEnded(now, entry.number),
      write: (text) => {
        if (text === '') return;
        const place = `== [${entry.number}] ${toOneLine(placeOfTask(entry.address))}\n`;
        process.stdout.write(shown === entry.number ? text : place + text);
        shown = entry.number;
      },
    });
  for (;;) {
    const isLast = now.pid === undefined;
    for (const entry of now.view.executions) {
      const isMeant = entry.number >= from.number || entry.end === null;
      if (isMeant && hasWork(entry) && !followed.has(entry.number)) followed.set(entry.number, follow(entry));
    }
    if (isLast) break;
    await sleep(POLL_MS);
    now = readRunOnDisk(opened.run);
  }
  await Promise.all(followed.values());
}

interface Followed extends Way {
  readonly isOver: () => boolean;
  readonly write: (text: string) => void;
}

async function followOne({ run }: RunOnDisk, entry: Execution, way: Followed): Promise<void> {
  const { raw, times, isOver, write } = way;
  const { slip } = entry.block;
  const folder = slip === null ? run.folder : join(findWorkRoot(process.cwd()), slip);
  const files = taskFilesOf(entry.number, entry.task);
  const plain = printerFor(entry, raw);
  const print = times ? withTimes(plain, join(folder, files.times)) : plain;
  await followFile(join(folder, files.log), isOver, (...line) => write(print(...line)));
  if (!raw) write(refusedLines(entry.number, readRunOnDisk(run)));
}

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

function hasEnded({ pid, view }: RunOnDisk, execution: number): boolean {
  const entry = view.executions.find(({ number }) => number === execution);
  return pid === undefined || (entry !== undefined && entry.end !== null);
}
