import { createAnswerBox, type AnswerBox } from '../journal/answer-box.ts';
import type { FileSystem } from '../journal/file-system.ts';
import { JournalError } from '../journal/journal-error.ts';
import type { RunEventData } from '../model/run-event.ts';
import { waitsForAnswer, type OpenQuestion } from './open-questions.ts';

/**
 * The open questions of a run that nobody drives, with what a resume will find: an answer that was given since, or a time that is
 * over. Where a process drives the run, it finds that by itself.
 */
export function withSettled(
  fs: FileSystem,
  { folder, pid }: { readonly folder: string; readonly pid: number | undefined },
  questions: readonly OpenQuestion[],
): readonly OpenQuestion[] {
  if (pid !== undefined || questions.length === 0) return questions;
  const box = createAnswerBox(fs, folder);
  const nowMs = Date.now();
  return questions.map((each) => {
    const settled = settledIn(box, each, nowMs);
    return settled === undefined ? each : { ...each, settled };
  });
}

function settledIn(box: AnswerBox, { start, asked }: OpenQuestion, nowMs: number): OpenQuestion['settled'] {
  const { nonce, deadline, signed } = asked;
  // Only a resume can tell whether a signature holds.
  if (signed !== true && isAnswered(box, { start, nonce })) return 'answered';
  return deadline !== null && Date.parse(deadline) <= nowMs ? 'expired' : undefined;
}

/** What cannot be read is no answer yet: a resume says what is wrong with it. */
function isAnswered(box: AnswerBox, question: Parameters<AnswerBox['find']>[0]): boolean {
  try {
    const found = box.find(question);
    return found !== undefined && 'answer' in found;
  } catch (thrown) {
    if (thrown instanceof JournalError) return false;
    throw thrown;
  }
}

/** Why a run is paused, as it is now: what it waited for may have come since. */
export function pauseText(
  { reason, message }: Pick<RunEventData['run.paused'], 'reason' | 'message'>,
  questions: readonly OpenQuestion[],
): string {
  if (reason !== 'human' || questions.length === 0 || waitsForAnswer(questions)) return message;
  return questions.every(({ settled }) => settled === 'answered')
    ? 'Every question has been answered. Resume the run to continue.'
    : 'No question can be answered any more. Resume the run to continue.';
}
