import type { OpenQuestion } from '../../report/open-questions.ts';
import { pickByTask, type PickWords } from './pick-by-task.ts';

/** The question that is meant; see `pickByTask`. */
export function pickQuestion(
  questions: readonly OpenQuestion[],
  task: string | undefined,
): OpenQuestion | { readonly reason: string } {
  return pickByTask(questions, task, WORDS);
}

const WORDS: PickWords = {
  several: (count) => `${count} questions are open`,
  none: (task) => `No question of a task "${task}" is open`,
  severalOf: (task, count) => `Task "${task}" asks ${count} questions`,
};
