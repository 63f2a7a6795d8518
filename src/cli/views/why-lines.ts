import { placeOfTask } from '../../model/place.ts';
import type { AccountStep } from '../../why/account-step.ts';
import type { RunAccount } from '../../why/account.ts';
import { formatCommand, formatCost, formatCount, toOneLine } from '../io/format.ts';
import { listQuestions } from './list-questions.ts';
import { nextSteps } from './next-steps.ts';
import { resumeLine } from '../../report/resume-line.ts';
import { violationLines } from './violation-lines.ts';
import { sameWords, valuesOf, wayOf } from '../../report/account-words.ts';
import type { RunSummary } from '../../report/run-summary.ts';

/** Units: characters of the reason, and of a line. */
const MAX_REASON = 1000;
const MAX_LINE = 200;
/** Units: entries. */
const MAX_STEPS = 8;

/**
 * Why a run stands where it stands, on one screen.
 *
 * Shape: the reason; what led there, with the values that its guards saw; what cost most; what to change; how to resume.
 */
export function whyLines(summary: RunSummary, account: RunAccount): string[] {
  const { run, simulation, status, message } = summary;
  const reason = status === 'paused' && message !== null ? message : account.reason;
  return [
    `${run}${simulation ? ' (simulation)' : ''}  ${status}`,
    `  ${status === 'interrupted' ? 'The wfmap that drove it is gone. ' : ''}${toOneLine(reason, MAX_REASON)}`,
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
    const values = valuesOf(step.end);
    const key = [placeOfTask(step.execution.address), way, ...values].join('\n');
    entries.delete(key);
    entries.set(key, entryOf(step, way, [...values, ...sameWords(step.end)]));
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

function costLines({ costs }: RunAccount): readonly string[] {
  return costs.map(
    ({ task, executions, costUsd }) =>
      `  ${formatCost(costUsd)}  ${toOneLine(task, 40)}, ${formatCount(executions, 'execution')}`,
  );
}

/** The log to read, and the line that resumes a run that failed, is paused or was interrupted. */
function onLines({ run, questions, status }: RunSummary, account: RunAccount): readonly string[] {
  const { from, failed, log, paused, reached } = account;
  if (status === 'running' && questions.length > 0) return ['', ...listQuestions(run, questions)];
  if (status === 'completed' || status === 'running') return [];
  const read =
    log === null ? [] : [`Read more: ${formatCommand(['wfmap', 'logs', run, placeOfTask(log.address)])}`];
  if (!failed) return ['', ...nextSteps({ run, questions, paused, reached }, { look: read })];
  const again = from === null ? [] : [resumeLine(run, account, ['--from', from])];
  return ['', ...read, ...again];
}
