import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { formatCost, formatCount, formatDuration, toOneLine } from '../format.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { gitLines, gitReportOf, type GitReport } from '../git/git-report.ts';
import { valueText } from '../../prompt/value-text.ts';
import { jsonText } from '../json-text.ts';
import { questionLines } from '../open-questions.ts';
import { openRun, type RunOnDisk } from '../open-run.ts';
import { summaryOf, type ExecutionSummary, type RunSummary } from '../run-summary.ts';
import { formatTable } from '../table.ts';

interface ShowArguments {
  readonly run?: string | undefined;
  readonly json: boolean;
  readonly events: boolean;
}

export const showCommand: CommandModule<object, ShowArguments> = {
  command: 'show [run]',
  describe: "Show a run's history, cost and state",
  builder: (yargs: Argv) =>
    yargs
      .positional('run', {
        type: 'string',
        describe: 'The run, such as efficient/slip-003 (default: the newest)',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .option('events', {
        type: 'boolean',
        default: false,
        describe: 'Print the events of the run as JSON Lines',
      }),
  handler: async ({ run, json, events }) => {
    const opened = openRun(run);
    if (events) {
      for (const event of opened.events) process.stdout.write(`${jsonText(event)}\n`);
      return;
    }
    const git = await gitReportOf(findWorkRoot(process.cwd()), opened);
    if (json) process.stdout.write(`${jsonText({ ...summaryOf(opened), git }, 'indented')}\n`);
    else process.stdout.write(`${linesOf(opened, git).map(printable).join('\n')}\n`);
  },
};

function linesOf(opened: RunOnDisk, git: GitReport | null): string[] {
  const summary = summaryOf(opened);
  const { run, simulation, status, message, map } = summary;
  const state = message === null ? status : `${status}: ${toOneLine(message, 300)}`;
  return [
    `${run}${simulation ? ' (simulation)' : ''}  ${state}`,
    `  map      ${map}`,
    ...Object.entries(summary.fields).map(
      ([name, value]) => `  ${name.padEnd(8)} ${toOneLine(valueText(value), 80)}`,
    ),
    `  spent    ${figuresOf(summary)}`,
    `  folder   ${opened.run.path}`,
    ...resultLines(summary),
    '',
    ...formatTable(summary.executions.map(rowOf)),
    ...gitLines(git),
    ...hintOf(summary),
  ];
}

/** Units: characters of JSON. `--json` has the whole. */
const MAX_RESULT = 300;

function resultLines({ result }: RunSummary): string[] {
  return result === null ? [] : [`  result   ${toOneLine(JSON.stringify(result), MAX_RESULT)}`];
}

function figuresOf({ steps, activeMs, costUsd, costIsPartial, tokens }: RunSummary): string {
  const cost = `${costIsPartial ? 'at least ' : ''}${formatCost(costUsd)}`;
  return `${formatCount(steps, 'step')}, ${formatDuration(activeMs)}, ${cost}, ${tokens} tokens`;
}

function rowOf(entry: ExecutionSummary): string[] {
  const took = entry.end === null ? '' : formatDuration(Date.parse(entry.end) - Date.parse(entry.start));
  const action = entry.action === null ? '' : `-> ${entry.action}`;
  const result = entry.isAsking ? 'waits for an answer' : (entry.error ?? action);
  const notes = [
    ...(entry.exitCode === null ? [] : [`exit code ${entry.exitCode}`]),
    ...(entry.turns > 1 ? [formatCount(entry.turns, 'turn')] : []),
    ...(entry.denials > 0 ? [`${formatCount(entry.denials, 'tool call')} refused`] : []),
  ];
  return [
    `  ${String(entry.number).padStart(3)}`,
    toOneLine(entry.task, 40) + (entry.visit > 1 ? ` (visit ${entry.visit})` : ''),
    entry.isStep ? took : '',
    costOf(entry),
    toOneLine([result, ...notes].filter((part) => part !== '').join(', '), 200),
  ];
}

/** What is not known is not shown as nothing. */
function costOf({ turns, turnsWithoutCost, costUsd }: ExecutionSummary): string {
  if (turns === 0) return '';
  if (turnsWithoutCost === 0) return formatCost(costUsd);
  return costUsd === 0 ? 'cost unknown' : `at least ${formatCost(costUsd)}`;
}

function hintOf({ status, run, questions }: RunSummary): string[] {
  if (questions.length > 0) {
    return ['', ...questions.flatMap((question) => questionLines(run, question, questions))];
  }
  if (status === 'paused' || status === 'interrupted') return ['', `Go on with: wfmap resume ${run}`];
  return [];
}
