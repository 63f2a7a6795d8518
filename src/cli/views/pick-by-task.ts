import { closest } from '../../util/closest.ts';
import { placeOfTask } from '../../model/place.ts';
import { nameOfQuestion, type Asking } from '../../report/open-questions.ts';

/** How it is said that none is meant, or several. Shape: sentences without their full stop. */
export interface PickWords {
  /** Without a task. */
  readonly several: (count: number) => string;
  readonly none: (task: string) => string;
  readonly severalOf: (task: string, count: number) => string;
}

/**
 * What of a run is meant: the only one, or the one of `task`, which is a task's name, its place (`Both/a/Ask`), or either with
 * `/visit` behind it.
 *
 * Shape: a reason, as a sentence, where that is none of them or several.
 */
export function pickByTask<T extends Asking>(
  all: readonly T[],
  task: string | undefined,
  words: PickWords,
): T | { readonly reason: string } {
  if (task === undefined) {
    const [only, ...others] = all;
    if (only !== undefined && others.length === 0) return only;
    return { reason: `${words.several(all.length)}; --task names one of them.` };
  }
  const [only, ...others] = calledBy(all, task);
  if (only !== undefined) {
    return others.length === 0 ? only : { reason: severalReason(task, [only, ...others], all, words) };
  }
  const near = closest(
    task,
    all.map((each) => nameOfQuestion(each, all)),
  );
  const guess = near === undefined ? '' : ` Did you mean --task="${near}"?`;
  return { reason: `${words.none(task)}.${guess}` };
}

/** Those that a name means: the place of a task before its bare name, and its own case before any other. */
export function calledBy<T extends Pick<Asking, 'address'>>(all: readonly T[], task: string): readonly T[] {
  for (const namesOf of NAMES) {
    for (const same of [exactly, inAnyCase]) {
      const called = all.filter((each) => namesOf(each).some((name) => same(name, task)));
      if (called.length > 0) return called;
    }
  }
  return [];
}

/** What one may be called, the whole of its place first: a bare name means the block of the map itself. */
const NAMES: readonly ((one: Pick<Asking, 'address'>) => readonly string[])[] = [
  ({ address }) => [placeOfTask(address), `${placeOfTask(address)}/${address.visit ?? 1}`],
  ({ address: { task = '', visit = 1 } }) => [task, `${task}/${visit}`],
];

const exactly = (name: string, task: string): boolean => name === task;
const inAnyCase = (name: string, task: string): boolean => name.toLowerCase() === task.toLowerCase();

/** How many are named. */
const MAX_NAMED = 5;

function severalReason(
  task: string,
  meant: readonly Asking[],
  all: readonly Asking[],
  words: PickWords,
): string {
  const places = new Set(meant.map(({ address }) => placeOfTask(address)));
  const head = words.severalOf(task, meant.length);
  if (places.size === 1) return `${head}; name one as ${[...places][0] ?? task}/<visit>.`;
  const names = meant.slice(0, MAX_NAMED).map((each) => `"${nameOfQuestion(each, all)}"`);
  const left = meant.length - names.length;
  return `${head}; name one of ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}
