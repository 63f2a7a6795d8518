import { placeOfTask } from '../../model/place.ts';
import type { AccountStep } from '../../why/account-step.ts';
import type { RunAccount } from '../../why/account.ts';
import { formatCommand, formatCost, formatCount, toOneLine } from '../io/format.ts';
import { listQuestions } from './list-questions.ts';
import { resumeLine } from '../../report/resume-line.ts';
import { violationLines } from './violation-lines.ts';
import { routeWords, seenBy } from './route-words.ts';
import type { RunSummary } from '../../report/run-summary.ts';

/** Units: characters of the reason, and of a line; values of one guard. */
const MAX_REASON = 1000;
const MAX_LINE = 200;
const MAX_VALUES = 4;
/** Units: entries. */
const MAX_STEPS = 8;

/**
 * Why a run stands where it stands, on one screen.
 *
 * Shape: the reason; what led there, with the values that its guards saw; what cost most; what to change; how to resume.
 */
export function whyLines(summary: RunSummary, account: RunAccount): string[] {
  const { run, simulation, status } = summary;
  return [
    `${run}${simulation ? ' (simulation)' : ''}  ${status}`,
    `  ${status === 'interrupted' ? 'The wfmap that drove it is gone. ' : ''}${toOneLine(account.reason, MAX_REASON)}`,
    ...under('How it got there:', stepLines(account.steps)),
    ...under(
      'Violated:',
      summary.violations.flatMap((each) => violationLines(each).map((line) => `  ${line}`)),
    ),
    ...under('What cost most:', costLines(account)),
    ...under(
      'What to change:',
      account.advice.map((each) => `  ${toOneLine(each, MAX_LINE)}`),
    ),
    ...onLines(summary, account),
  ];
}

function under(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** What was repeated with the same values is one entry, at its last visit. */
function stepLines(steps: readonly AccountStep[]): readonly string[] {
  const entries = new Map<string, readonly string[]>();
  for (const step of steps) {
    const way = wayOf(step);
    const values = step.end === undefined ? [] : valuesOf(step.end);
    const key = [placeOfTask(step.execution.address), way, ...values].join('\n');
    entries.delete(key);
    entries.set(key, entryOf(step, way, [...values, ...sameWords(step)]));
  }
  return [...entries.values()].slice(-MAX_STEPS).flat();
}

function entryOf(
  { execution, depth }: AccountStep,
  way: string,
  values: readonly string[],
): readonly string[] {
  const { block, task, visit } = execution;
  const indent = '  '.repeat(depth + 1);
  const inside = block.kind === 'item' || block.kind === 'branch' ? `${toOneLine(block.key, 40)}: ` : '';
  const name = `${inside}${toOneLine(task, 40)}${visit > 1 ? ` (visit ${visit})` : ''}`;
  return [`${indent}${name}: ${way}`, ...values.map((each) => `${indent}    ${toOneLine(each, MAX_LINE)}`)];
}

function wayOf({ execution, end }: AccountStep): string {
  if (end !== undefined) return routeWords(end.route);
  return execution.isAsking ? 'waits for an answer' : 'has not ended';
}

/** What the guard saw that held; where none did, what those saw that did not hold. */
function valuesOf({ route }: NonNullable<AccountStep['end']>): readonly string[] {
  const taken = route.guards.find(({ holds, action }) => holds && action === route.action);
  const values = seenBy(taken === undefined ? route.guards : [taken]).slice(0, MAX_VALUES);
  return taken === undefined || taken.text === ALWAYS ? values : [`because ${taken.text}`, ...values];
}

function sameWords({ end }: AccountStep): readonly string[] {
  const { sameResults = 0 } = end ?? {};
  return sameResults > 1 ? [`the same result ${sameResults} times in a row`] : [];
}

/** What `always` of the language stands for. */
const ALWAYS = 'true';

function costLines({ costs }: RunAccount): readonly string[] {
  return costs.map(
    ({ task, executions, costUsd }) =>
      `  ${formatCost(costUsd)}  ${toOneLine(task, 40)}, ${formatCount(executions, 'execution')}`,
  );
}

/** The log to read, and the line that resumes a run that failed, is paused or was interrupted. */
function onLines({ run, questions, status }: RunSummary, account: RunAccount): readonly string[] {
  const { from, failed, limit, log, isViolated } = account;
  if (questions.length > 0) return ['', ...listQuestions(run, questions)];
  if (status === 'completed' || status === 'running') return [];
  const resume = (...more: readonly string[]): string =>
    `Resume with: ${formatCommand(['wfmap', 'resume', run, ...more])}`;
  const read =
    log === null ? [] : [`Read more: ${formatCommand(['wfmap', 'logs', run, placeOfTask(log.address)])}`];
  if (isViolated)
    return [
      '',
      ...read,
      `Accept it and resume with: ${formatCommand(['wfmap', 'resume', run, '--claims=warn'])}`,
    ];
  if (limit !== null) return ['', ...read, resumeLine(run, limit)];
  if (!failed) return ['', ...read, resume()];
  return ['', ...read, ...(from === null ? [] : [resume('--from', from)])];
}
