import { closest } from '../util/closest.ts';
import { nameOfQuestion, type OpenQuestion } from './open-questions.ts';

/**
 * The question that is meant: the only one, or the one of `task`, a task's name or `task/visit`.
 *
 * Shape: a reason, as a sentence, where that is none of them or several.
 */
export function pickQuestion(
  questions: readonly OpenQuestion[],
  task: string | undefined,
): OpenQuestion | { readonly reason: string } {
  if (task === undefined) {
    const [only, ...others] = questions;
    if (only !== undefined && others.length === 0) return only;
    return { reason: `${questions.length} questions are open; --task names one of them.` };
  }
  const fits = [
    (each: OpenQuestion) => addressOf(each) === task || each.asked.task === task,
    (each: OpenQuestion) =>
      [addressOf(each), each.asked.task].some((name) => name.toLowerCase() === task.toLowerCase()),
  ];
  for (const isMeant of fits) {
    const [only, ...others] = questions.filter(isMeant);
    if (only === undefined) continue;
    if (others.length === 0) return only;
    return { reason: `Task "${task}" asks ${others.length + 1} questions; name one as ${task}/<visit>.` };
  }
  const near = closest(
    task,
    questions.map((each) => nameOfQuestion(each, questions)),
  );
  const guess = near === undefined ? '' : ` Did you mean --task="${near}"?`;
  return { reason: `No question of a task "${task}" is open.${guess}` };
}

function addressOf({ asked, address }: OpenQuestion): string {
  return `${asked.task}/${address.visit ?? 1}`;
}
