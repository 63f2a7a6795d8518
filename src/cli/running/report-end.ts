import { violationText } from '../../claims/violation-text.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { RunState } from '../../run/state/run-state.ts';
import { asSentence } from '../../util/as-sentence.ts';
import { EXIT } from '../io/exit-code.ts';
import { formatCommand, formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import { findingLines, withoutFindings } from '../views/finding-lines.ts';
import { resumeLine } from '../../report/resume-line.ts';
import { listQuestions } from '../views/list-questions.ts';
import { type OpenQuestion } from '../../report/open-questions.ts';

/** How a run came to rest, for a person: lines for standard output, and the exit code of the command. */
export interface EndReport {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** A run that this process has left. */
export interface Left {
  readonly state: RunState;
  readonly directory: RunDirectory;
  /** Words that whoever goes on with the run must say again. */
  readonly flags: readonly string[];
}

export function reportEnd(left: Left): EndReport {
  const { state } = left;
  const figures = figuresOf(left);
  if (state.finished !== undefined) return reportFinished(left, state.finished, figures);
  const { message = '', exitCode = EXIT.fault } = state.paused ?? {};
  const lines = [
    `${left.directory.name} is paused (${figures}). ${toOneLine(message, 500)}`,
    ...nextSteps(left),
  ];
  return { lines, exitCode };
}

function figuresOf({ state }: Left): string {
  return `${formatCount(state.steps, 'step')}, ${formatDuration(state.activeMs)}, ${formatCost(state.costUsd)}`;
}

/** Units: characters. */
const MAX_REASON = 500;
/** Units: characters of JSON. The whole is in the journal and among the events. */
const MAX_RESULT = 2000;

function reportFinished(
  { directory, state: { violated } }: Left,
  { task, outcome, result, failed, reason }: RunEventData['run.finished'],
  figures: string,
): EndReport {
  const end = failed ? 'the failed end' : 'its end';
  const named = outcome === null || outcome === task ? '' : ` with the outcome "${toOneLine(outcome)}"`;
  const where = task === null ? 'ended' : `reached ${end} "${toOneLine(task)}"${named}`;
  const why = reason === undefined ? '.' : `: ${asSentence(toOneLine(reason, MAX_REASON))}`;
  const lines = [`${directory.name} ${where} (${figures})${why}`];
  if (result !== null)
    lines.push(`Result: ${toOneLine(JSON.stringify(withoutFindings(result)), MAX_RESULT)}`);
  lines.push(...findingLines(directory.name, result));
  if (failed) lines.push(`More of it: ${formatCommand(['wfmap', 'why', directory.name])}`);
  if (violated !== undefined) {
    lines.push(toOneLine(violationText(violated), MAX_REASON));
    return { lines, exitCode: EXIT.violated };
  }
  return { lines, exitCode: failed ? EXIT.failed : EXIT.done };
}

/** What a person can do about a pause. */
function nextSteps({ state, directory, flags }: Left): readonly string[] {
  const resume = (...more: readonly string[]): string =>
    formatCommand(['wfmap', 'resume', directory.name, ...flags, ...more]);
  switch (state.paused?.reason) {
    case 'human':
      return listQuestions(directory.name, questionsIn(state), {
        max: MAX_QUESTIONS,
        more: `: ${formatCommand(['wfmap', 'show', directory.name])}`,
      });
    case 'limit':
      return [resumeLine(directory.name, state.reached?.limit ?? 'steps', flags)];
    case 'failed':
      return [
        `What was said: ${formatCommand(['wfmap', 'logs', directory.name])}`,
        `Resume with: ${resume()}`,
      ];
    case 'property':
      return [
        `Look at it: ${formatCommand(['wfmap', 'why', directory.name])}`,
        `Accept it and resume with: ${resume('--claims=warn')}`,
      ];
    case 'interrupted':
    case undefined:
      break;
  }
  return [`Resume with: ${resume()}`];
}

/** Units: questions. A foreach may ask one for each of its items; `wfmap show` has more of them. */
const MAX_QUESTIONS = 5;

function questionsIn({ open }: RunState): readonly OpenQuestion[] {
  return [...open.values()].flatMap(({ start, address, question }) =>
    question === undefined ? [] : [{ start, address, asked: question }],
  );
}
