import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { placeOfTask } from '../../model/place.ts';
import { toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { decisionLog } from '../views/decision-log.ts';
import { followFile } from '../views/follow-file.ts';
import { createLineTimes } from '../views/line-times.ts';
import { openRun, readRunOnDisk } from '../views/open-run.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { taskLogOf } from '../views/task-log.ts';
import { violationLog } from '../views/violation-lines.ts';
import { refusedCall } from '../views/refused-call.ts';
import { toReadableLog } from '../../agent/claude/readable-log.ts';
import type { Execution } from '../../view/run-view.ts';
import { hasWork, pickExecution } from '../views/pick-execution.ts';

interface LogsArguments {
  readonly run?: string | undefined;
  readonly task?: string | undefined;
  readonly follow: boolean;
  readonly raw: boolean;
  readonly times: boolean;
  readonly json: boolean;
}

/**
 * A line of `wfmap logs --json`.
 *
 * Shape: `execution` is its number, `place` its task in the run; `at` is when the line came, null where that is not known.
 */
export interface LogLine {
  readonly execution: number;
  readonly place: string;
  readonly at: string | null;
  readonly text: string;
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
        describe: 'Follow the run until it stops: the named task, or all that begins later',
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
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print each line as a line of JSON' }),
  handler: async ({ run, task, follow, raw, times, json }) => {
    const opened = openRun(run);
    const entry = pickExecution(opened.view.executions, task, opened.run.name);
    const way = { raw, times, json };
    if (follow && task === undefined) return followRun(opened, entry, way);
    if (hasWork(entry)) {
      const isOver = (): boolean => !follow || hasEnded(readRunOnDisk(opened.run), entry.number);
      return followOne(opened, entry, { ...way, isOver, write: (text) => process.stdout.write(text) });
    }
    const text = `${decisionLog(opened, entry).map(printable).join('\n')}\n`;
    process.stdout.write(json ? toJsonLines(text, entry, entry.end) : text);
    return undefined;
  },
};

interface Way {
  readonly raw: boolean;
  readonly times: boolean;
  readonly json: boolean;
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
        const isSame = way.json || shown === entry.number;
        const place = `== [${entry.number}] ${toOneLine(placeOfTask(entry.address))}\n`;
        process.stdout.write(isSame ? text : place + text);
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
  const { raw, isOver, write } = way;
  const files = taskLogOf(run, entry);
  const plain = printerFor(entry, raw);
  const dated = datedBy(way, entry);
  const timeOf = createLineTimes(files.times);
  await followFile(files.log, isOver, (line, from) => {
    write(dated(plain(line), () => timeOf(from)?.toISOString() ?? null));
  });
  if (raw) return;
  const last = lastLines(entry.number, readRunOnDisk(run));
  write(way.json ? toJsonLines(last, entry, null) : last);
}

/** What is said of an execution after its log: what it was refused, and which properties it violated. */
function lastLines(execution: number, { view }: RunOnDisk): string {
  const found = view.executions.find(({ number }) => number === execution);
  if (found === undefined) return '';
  const lines = [
    ...found.denials.map((denial) => `! refused: ${refusedCall(denial)}`),
    ...violationLog(found),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** Lines as they are printed: as they are, with their time before each, or as JSON. */
function datedBy(
  { times, json }: Way,
  entry: Execution,
): (text: string, timeOf: () => string | null) => string {
  if (json) return (text, timeOf) => toJsonLines(text, entry, timeOf());
  if (!times) return (text) => text;
  return (text, timeOf) => text.replaceAll(/^(?=.)/gm, `${timeOf() ?? NO_TIME} `);
}

function toJsonLines(text: string, { number, address }: Execution, at: string | null): string {
  const place = placeOfTask(address);
  return text
    .split('\n')
    .slice(0, -1)
    .map((each) => `${jsonText({ execution: number, place, at, text: each } satisfies LogLine)}\n`)
    .join('');
}

/** As wide as a time. */
const NO_TIME = '-'.padEnd(24);

/** What a command printed is for people as it is; an agent's stream is not. */
function printerFor({ commands }: Execution, raw: boolean): (line: string) => string {
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
