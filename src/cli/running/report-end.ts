import { violationText } from '../../claims/violation-text.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { RunState } from '../../run/state/run-state.ts';
import { asSentence } from '../../util/as-sentence.ts';
import { EXIT } from '../io/exit-code.ts';
import { formatCommand, formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import { findingLines, withoutFindings } from '../views/finding-lines.ts';
import { nextSteps } from '../views/next-steps.ts';
import { type OpenQuestion } from '../../report/open-questions.ts';

/** How a run came to rest, for a person: lines for standard output, and the exit code of the command. */
export interface EndReport {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** A run at rest, as a report of it needs it. Units: US dollars, ms. */
export interface Rested extends Pick<
  RunState,
  'steps' | 'activeMs' | 'costUsd' | 'finished' | 'paused' | 'violated' | 'reached'
> {
  readonly name: string;
  /** What waits for a person. */
  readonly questions: readonly OpenQuestion[];
  /** Words that the command to resume the run must repeat. */
  readonly flags: readonly string[];
}

/** A run that this process has left. */
export interface Left {
  readonly state: RunState;
  readonly directory: RunDirectory;
  readonly flags: readonly string[];
}

/** Reports how a run came to rest that this process has driven. */
export function reportEnd({ state, directory, flags }: Left): EndReport {
  return reportRest({ ...state, name: directory.name, questions: questionsIn(state), flags });
}

/** The same for a run that another process drove: what stands in its journal is all that is known. */
export function reportRest(rested: Rested): EndReport {
  const figures = figuresOf(rested);
  if (rested.finished !== undefined) return reportFinished(rested, rested.finished, figures);
  const { message = '', exitCode = EXIT.fault } = rested.paused ?? {};
  const { name: run, flags } = rested;
  const more = `: ${formatCommand(['wfmap', 'show', run])}`;
  const steps = nextSteps({ run, ...rested }, { max: MAX_QUESTIONS, more, look: lookLines(rested), flags });
  return { lines: [`${run} is paused (${figures}). ${toOneLine(message, 500)}`, ...steps], exitCode };
}

function figuresOf({ steps, activeMs, costUsd }: Rested): string {
  return `${formatCount(steps, 'step')}, ${formatDuration(activeMs)}, ${formatCost(costUsd)}`;
}

/** Units: characters. */
const MAX_REASON = 500;
/** Units: characters of JSON. The whole is in the journal and among the events. */
const MAX_RESULT = 2000;

function reportFinished(
  { name, violated }: Rested,
  { task, outcome, result, failed, reason }: RunEventData['run.finished'],
  figures: string,
): EndReport {
  const end = failed ? 'the failed end' : 'its end';
  const named = outcome === null || outcome === task ? '' : ` with the outcome "${toOneLine(outcome)}"`;
  const where = task === null ? 'ended' : `reached ${end} "${toOneLine(task)}"${named}`;
  const why = reason === undefined ? '.' : `: ${asSentence(toOneLine(reason, MAX_REASON))}`;
  const lines = [`${name} ${where} (${figures})${why}`];
  if (result !== null)
    lines.push(`Result: ${toOneLine(JSON.stringify(withoutFindings(result)), MAX_RESULT)}`);
  lines.push(...findingLines(name, result));
  if (failed) lines.push(`More of it: ${formatCommand(['wfmap', 'why', name])}`);
  if (violated !== undefined) {
    lines.push(toOneLine(violationText(violated), MAX_REASON));
    return { lines, exitCode: EXIT.violated };
  }
  return { lines, exitCode: failed ? EXIT.failed : EXIT.done };
}

/** Where more is said of a pause. */
function lookLines({ name, paused }: Rested): readonly string[] {
  if (paused?.reason === 'failed') return [`What was said: ${formatCommand(['wfmap', 'logs', name])}`];
  if (paused?.reason === 'property') return [`Look at it: ${formatCommand(['wfmap', 'why', name])}`];
  return [];
}

/** Units: questions. A foreach may ask one for each of its items; `wfmap show` has more of them. */
const MAX_QUESTIONS = 5;

function questionsIn({ open }: RunState): readonly OpenQuestion[] {
  return [...open.values()].flatMap(({ start, address, question }) =>
    question === undefined ? [] : [{ start, address, asked: question }],
  );
}
