import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { artifactLines, artifactsReportOf, type ArtifactsReport } from '../views/artifacts-report.ts';
import { executionJson, type ExecutionJson } from '../views/execution-summary.ts';
import { formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { gitLines, gitReportOf, type GitReport } from '../git/git-report.ts';
import { valueText } from '../../prompt/values/value-text.ts';
import { jsonText } from '../io/json-text.ts';
import { findingLines, withoutFindings } from '../views/finding-lines.ts';
import { listQuestions } from '../views/list-questions.ts';
import { nextSteps } from '../views/next-steps.ts';
import { openRun, openRunWithEvents } from '../views/open-run.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { judgedCall } from '../views/judged-call.ts';
import { sentMessage } from '../views/sent-message.ts';
import { refusedCall } from '../views/refused-call.ts';
import { summaryOf, type RunSummary } from '../../report/run-summary.ts';
import { violationLines } from '../views/violation-lines.ts';
import { treeRows } from '../views/show-tree.ts';
import type { RunView } from '../../view/run-view.ts';
import { formatTable } from '../io/table.ts';
import { writeErr } from '../io/write-out.ts';

interface ShowArguments {
  readonly run?: string | undefined;
  readonly json: boolean;
  readonly events: boolean;
  readonly all: boolean;
  readonly verify?: string | undefined;
  readonly output?: string | undefined;
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
      })
      .option('all', {
        type: 'boolean',
        default: false,
        describe: 'Show every branch and item, however many there are',
      })
      .option('output', {
        alias: 'o',
        type: 'string',
        nargs: 1,
        describe: 'Write the run into one HTML file, to be opened in a browser and handed on',
      })
      .option('verify', {
        type: 'string',
        nargs: 1,
        describe: 'Check the signed answers of a run, or of a copy of its folder, with this public key',
      })
      .example('wfmap show efficient/slip-003 -o report.html', 'for a pull request, or for somebody else')
      .example('wfmap show deploy/slip-002 --verify gate-key.pub', 'on a machine where no agent works'),
  handler: async ({ run, json, events, all, verify, output }) => {
    if (verify !== undefined) {
      const { verifyHere } = await import('../signed/verify-here.ts');
      process.exitCode = verifyHere(run, verify, json);
      return;
    }
    if (output !== undefined) {
      const { writeReport } = await import('../views/write-report.ts');
      writeReport(openRunWithEvents(run), output);
      writeErr(
        `Wrote ${toOneLine(output)}. Secrets in it are masked by their names and values alone: look before you hand it on.\n`,
      );
      return;
    }
    if (events) {
      for (const event of openRunWithEvents(run).events) process.stdout.write(`${jsonText(event)}\n`);
      return;
    }
    const opened = openRun(run);
    const git = await gitReportOf(findWorkRoot(process.cwd()), opened);
    const reports = { git, artifacts: artifactsReportOf(opened) };
    if (json) process.stdout.write(`${jsonText(jsonOf(opened, reports), 'indented')}\n`);
    else process.stdout.write(`${linesOf(opened, reports, all).map(printable).join('\n')}\n`);
  },
};

/** What `wfmap show --json` prints. */
export interface ShowJson extends RunSummary, Reports {
  /** In the order of their starts. */
  readonly executions: readonly ExecutionJson[];
}

interface Reports {
  /** What the run did to its repository; null outside of one. */
  readonly git: GitReport | null;
  /** Null for a run that keeps none. */
  readonly artifacts: ArtifactsReport | null;
}

function jsonOf(opened: RunOnDisk, reports: Reports): ShowJson {
  const summary = summaryOf(opened);
  const isGone = summary.status === 'interrupted';
  const executions = opened.view.executions.map((each) => executionJson(each, isGone));
  return { ...summary, executions, ...reports };
}

function linesOf(opened: RunOnDisk, { git, artifacts }: Reports, all: boolean): string[] {
  const summary = summaryOf(opened);
  const { run, simulation, status, message, map } = summary;
  const state = message === null ? status : `${status}: ${toOneLine(message, 300)}`;
  return [
    `${run}${simulation ? ' (simulation)' : ''}  ${state}`,
    ...labelled([
      ['map', map],
      ...Object.entries(summary.fields).map(
        ([name, value]) => [name, toOneLine(valueText(value), 80)] as const,
      ),
      ['spent', figuresOf(summary)],
      ['folder', opened.run.path],
      ...unreadLines(summary),
      ...artifactLines(artifacts),
      ...refusedLines(summary),
      ...unwatchedLines(summary),
      ...resultLines(summary),
    ]),
    '',
    ...formatTable(treeRows(opened.view, { all, isGone: status === 'interrupted' })),
    ...violatedLines(summary),
    ...foundLines(summary),
    ...messageLines(opened),
    ...askedCallLines(opened),
    ...refusedCallLines(opened),
    ...gitLines(git),
    ...hintOf(summary, opened.view),
  ];
}

function unreadLines({ unreadBytes }: RunSummary): (readonly [string, string])[] {
  if (unreadBytes === 0) return [];
  return [
    ['not read', `${formatCount(unreadBytes, 'byte')} of an unfinished batch at the end of the journal`],
  ];
}

/** Units: different calls. Each is in `--json`. */
const MAX_CALLS = 20;

/** What agents were refused, and the rules that would allow it. */
function refusedCallLines({ view }: RunOnDisk): string[] {
  const calls = view.executions.flatMap(({ task, denials }) =>
    denials
      .filter(({ why }) => why !== 'person')
      .map((denial) => `  ${toOneLine(task, 40)}: ${refusedCall(denial)}`),
  );
  return callLines('Refused:', [...new Set(calls)]);
}

/** What a person was asked about in the middle of a turn, and what became of it. */
function askedCallLines({ view, pid }: RunOnDisk): string[] {
  const lines = view.executions.flatMap(({ task, calls }) =>
    calls.map((call) => `  ${toOneLine(task, 40)}: ${judgedCall(call, pid !== undefined)}`),
  );
  return callLines('A person was asked:', lines);
}

/** What a person told agents at work, and who did. */
function messageLines({ view }: RunOnDisk): string[] {
  const lines = view.executions.flatMap(({ task, messages }) =>
    messages.map((sent) => `  ${toOneLine(task, 40)}: ${sentMessage(sent)}`),
  );
  return callLines('Sent to agents:', lines);
}

function callLines(head: string, lines: readonly string[]): string[] {
  const more = lines.length - MAX_CALLS;
  if (lines.length === 0) return [];
  return [
    '',
    head,
    ...lines.slice(0, MAX_CALLS),
    ...(more > 0 ? [`  … and ${more} more; --json has them`] : []),
  ];
}

/** A program has tried to answer in the place of a person, or has spoilt an answer. */
function refusedLines({ refusedAnswers: count }: RunSummary): (readonly [string, string])[] {
  if (count === 0) return [];
  const what = `${formatCount(count, 'file')} in answers/ ${count === 1 ? 'was' : 'were'} refused`;
  return [['answers', `${what}; see answers/refused in the run's folder`]];
}

function unwatchedLines({ unwatched }: RunSummary): (readonly [string, string])[] {
  if (unwatched === null) return [];
  return [
    [
      'properties',
      `not watched since ${unwatched.at}: the run was resumed at another task, or with another map`,
    ],
  ];
}

function violatedLines({ violations }: RunSummary): readonly string[] {
  if (violations.length === 0) return [];
  return ['', 'Violated:', ...violations.flatMap((each) => violationLines(each).map((line) => `  ${line}`))];
}

/** Units: characters of JSON. `--json` has the whole. */
const MAX_RESULT = 300;

function resultLines({ result }: RunSummary): (readonly [string, string])[] {
  return result === null ? [] : [['result', toOneLine(JSON.stringify(withoutFindings(result)), MAX_RESULT)]];
}

function foundLines({ run, result }: RunSummary): readonly string[] {
  const lines = findingLines(run, result);
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Names, and under each other what they stand for. */
function labelled(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(24, Math.max(...lines.map(([name]) => name.length)));
  return lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

function figuresOf({ steps, activeMs, costUsd, costIsPartial, tokens }: RunSummary): string {
  const cost = `${costIsPartial ? 'at least ' : ''}${formatCost(costUsd)}`;
  return `${formatCount(steps, 'step')}, ${formatDuration(activeMs)}, ${cost}, ${tokens} tokens`;
}

function hintOf({ status, run, questions }: RunSummary, { paused, reached }: RunView): string[] {
  if (status === 'paused' || status === 'interrupted')
    return ['', ...nextSteps({ run, questions, paused, reached })];
  return questions.length === 0 ? [] : ['', ...listQuestions(run, questions)];
}
