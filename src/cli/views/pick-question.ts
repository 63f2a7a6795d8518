import { closest } from '../../util/closest.ts';
import { nameOfQuestion, type OpenQuestion } from './open-questions.ts';
import { placeOfTask } from '../../model/place.ts';

/**
 * The question that is meant: the only one, or the one of `task`, which is a task's name, its place (`Both/a/Ask`), or
 * either with `/visit` behind it.
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
  for (const namesOf of NAMES) {
    for (const same of [exactly, inAnyCase]) {
      const [only, ...others] = questions.filter((each) => namesOf(each).some((name) => same(name, task)));
      if (only === undefined) continue;
      return others.length === 0 ? only : { reason: severalReason(task, [only, ...others], questions) };
    }
  }
  const near = closest(
    task,
    questions.map((each) => nameOfQuestion(each, questions)),
  );
  const guess = near === undefined ? '' : ` Did you mean --task="${near}"?`;
  return { reason: `No question of a task "${task}" is open.${guess}` };
}

/** What a question may be called, the whole of its place first: a bare name means the block of the map itself. */
const NAMES: readonly ((question: OpenQuestion) => readonly string[])[] = [
  ({ address }) => [placeOfTask(address), `${placeOfTask(address)}/${address.visit ?? 1}`],
  ({ asked, address }) => [asked.task, `${asked.task}/${address.visit ?? 1}`],
];

const exactly = (name: string, task: string): boolean => name === task;
const inAnyCase = (name: string, task: string): boolean => name.toLowerCase() === task.toLowerCase();

/** Units: questions. */
const MAX_NAMED = 5;

function severalReason(task: string, meant: readonly OpenQuestion[], all: readonly OpenQuestion[]): string {
  const places = new Set(meant.map(({ address }) => placeOfTask(address)));
  const head = `Task "${task}" asks ${meant.length} questions`;
  if (places.size === 1) return `${head}; name one as ${[...places][0] ?? task}/<visit>.`;
  const names = meant.slice(0, MAX_NAMED).map((each) => `"${nameOfQuestion(each, all)}"`);
  const left = meant.length - names.length;
  return `${head}; name one of ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}
