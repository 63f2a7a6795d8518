import { waitsForAnswer, type OpenQuestion } from '../../report/open-questions.ts';
import { resumeLine, type Resting } from '../../report/resume-line.ts';
import { listQuestions, type ListOptions } from './list-questions.ts';

/** A run that stands still, with what waits for a person. */
interface AtRest extends Resting {
  readonly run: string;
  readonly questions: readonly OpenQuestion[];
}

/**
 * What a person can do about a run that stands still: answer, look at what is said of it, and resume it where an answer alone
 * does not. `look` are the lines in between; `flags` are those that a run does not keep.
 */
export function nextSteps(
  { run, questions, ...resting }: AtRest,
  {
    look = [],
    flags = [],
    ...list
  }: ListOptions & { readonly look?: readonly string[]; readonly flags?: readonly string[] } = {},
): string[] {
  const asked = listQuestions(run, questions, list);
  const isResumedByAnswer = resting.paused?.reason === 'human' && waitsForAnswer(questions);
  return isResumedByAnswer ? asked : [...asked, ...look, resumeLine(run, resting, flags)];
}
