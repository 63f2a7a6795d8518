import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { findNewestRuns, type RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { valueText } from '../../prompt/values/value-text.ts';
import { WfmapError } from '../../util/error.ts';
import { formatCost, formatCount, toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { answerLine, MAX_REPORTED, waitsForAnswer } from '../../report/open-questions.ts';
import { driverOf } from '../../report/run-on-disk.ts';
import { readSummary, type RunSummary } from '../../report/run-summary.ts';
import { formatTable } from '../io/table.ts';
import { UsageError } from '../io/usage-error.ts';
import { runsPruneCommand } from './runs-prune-command.ts';
import { terminalStyle } from '../io/terminal-style.ts';

interface RunsArguments {
  readonly json: boolean;
  readonly limit?: string | undefined;
}

/** How many runs are listed where nobody says it. */
const USUAL = 30;

export const runsCommand: CommandModule<object, RunsArguments> = {
  command: 'runs',
  describe: 'List the runs of this project',
  builder: (yargs: Argv) =>
    yargs
      .command(runsPruneCommand)
      .option('limit', {
        type: 'string',
        nargs: 1,
        global: false,
        describe: `How many runs are listed, the newest first (default: ${USUAL})`,
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ json, limit }) => {
    const workRoot = findWorkRoot(process.cwd());
    const { runs, startless, older } = findNewestRuns(nodeFileSystem, workRoot, readMost(limit));
    const { summaries, damaged } = summariesOf(runs);
    for (const line of [...damaged, ...startlessLine(startless)])
      process.stderr.write(`${printable(line)}\n`);
    if (json) {
      process.stdout.write(`${jsonText(summaries, 'indented')}\n`);
    } else if (runs.length === 0) {
      process.stderr.write('There are no runs here. Start one with: wfmap run <map>\n');
    } else if (summaries.length > 0) {
      printTable(summaries);
    }
    if (older > 0) {
      const all = runs.length + older;
      process.stderr.write(
        `The newest ${runs.length} of ${all} runs. All of them: wfmap runs --limit ${all}\n`,
      );
    }
  },
};

/** Errors: throws UsageError. */
function readMost(text = String(USUAL)): number {
  const most = Number(text);
  if (!Number.isInteger(most) || most < 1) {
    throw new UsageError(`--limit "${text}" is not a whole number from 1.`, {
      help: 'Write --limit 100, or leave it out',
    });
  }
  return most;
}

/** Shape: `damaged` says why the others cannot be read. */
function summariesOf(runs: readonly RunEntry[]): {
  readonly summaries: readonly RunSummary[];
  readonly damaged: readonly string[];
} {
  const summaries: RunSummary[] = [];
  const damaged: string[] = [];
  for (const run of runs) {
    try {
      summaries.push(readSummary(nodeFileSystem, run));
    } catch (thrown) {
      if (!(thrown instanceof WfmapError)) throw thrown;
      damaged.push(`${run.name}: ${thrown.message}`);
    }
  }
  return { summaries, damaged };
}

/** Units: folders. */
const MAX_NAMED = 5;

function startlessLine(folders: readonly RunDirectory[]): readonly string[] {
  const names = folders.filter((each) => !isStarting(each)).map(({ name }) => name);
  if (names.length === 0) return [];
  const some = names.slice(0, MAX_NAMED).join(', ');
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const verb = names.length === 1 ? 'holds' : 'hold';
  return [`${formatCount(names.length, 'folder')} ${verb} no readable start of a run: ${some}${rest}.`];
}

/** Whether a process holds it, which records the start in a moment. */
function isStarting(directory: RunDirectory): boolean {
  try {
    return driverOf(nodeFileSystem, directory) !== undefined;
  } catch (thrown) {
    if (thrown instanceof WfmapError) return false;
    throw thrown;
  }
}

function printTable(summaries: readonly RunSummary[]): void {
  // A program that reads the table gets all of it.
  const width = process.stdout.isTTY ? terminalStyle(process.stdout).width : Infinity;
  const lines = formatTable(tableOf(summaries), width);
  process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  for (const line of waitingLines(summaries)) process.stderr.write(`${printable(line)}\n`);
}

/** The lines to answer what is open. */
function waitingLines(summaries: readonly RunSummary[]): readonly string[] {
  const lines = summaries.flatMap(({ run, questions }) =>
    questions
      .filter(({ settled }) => settled === undefined)
      .slice(0, MAX_REPORTED)
      .map((each) => `  ${answerLine(run, each, questions)}`),
  );
  return lines.length === 0 ? [] : ['', 'To answer:', ...lines];
}

const HEAD = ['RUN', 'STATUS', 'AT', 'STEPS', 'COST', 'STARTED'];

/** Where all went well there is nothing to say why. The last column is cut where a terminal is narrow. */
function tableOf(summaries: readonly RunSummary[]): readonly (readonly string[])[] {
  const isFine = summaries.every((each) => whyOf(each) === '');
  return [[...HEAD, isFine ? 'INPUTS' : 'WHY, INPUTS'], ...summaries.map(rowOf)];
}

function rowOf(summary: RunSummary): string[] {
  const inputs = Object.entries(summary.fields).map(
    ([name, value]) => `${name}=${toOneLine(valueText(value), 30)}`,
  );
  return [
    summary.run,
    summary.simulation ? `${summary.status} (simulation)` : summary.status,
    toOneLine(summary.at ?? '', 30),
    String(summary.steps),
    formatCost(summary.costUsd),
    summary.start.slice(5, 16).replace('T', ' '),
    // One that is cut may be cut again.
    [whyOf(summary), toOneLine(inputs.join(' '), 70).replace(/…{2,}$/, '…')].join('  ').trim(),
  ];
}

/** Units: characters. `wfmap why` has the whole. */
const MAX_WHY = 70;

/** Of a run that did not end well, or that stands still for another reason than a question, which is listed below. */
function whyOf({ status, message, questions }: RunSummary): string {
  const isFine = status === 'completed' || status === 'running' || waitsForAnswer(questions);
  return message === null || isFine ? '' : toOneLine(message, MAX_WHY);
}
