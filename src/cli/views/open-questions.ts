import type { Address } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { formatCommand, formatCount, toOneLine } from '../io/format.ts';
import { placeOfTask } from '../../model/place.ts';
import type { RunView } from '../../view/run-view.ts';

/** A question of a run that nobody has answered yet. Shape: `start` is the number of the execution that waits. */
export interface OpenQuestion {
  readonly start: number;
  readonly address: Address;
  readonly asked: RunEventData['human.asked'];
}

/** The open questions of a run, in the order in which they were asked. */
export function openQuestionsOf({ questions }: RunView): readonly OpenQuestion[] {
  return Array.from(questions).flatMap(({ seq: start, address, question: asked }) =>
    asked === null ? [] : [{ start, address, asked }],
  );
}

/** What a question is told by: the task that asks, and where it is. */
export type Asking = Pick<OpenQuestion, 'address'>;

/**
 * How a person names a question, in as few words as tell it from the others: by its task, by its place, `Both/a/Ask`,
 * and by the visit where one task asks twice.
 */
export function nameOfQuestion({ address }: Asking, all: readonly Asking[]): string {
  const { task = '', visit = 1 } = address;
  const { byTask, byPlace } = countsOf(all);
  if ((byTask.get(task) ?? 0) < 2) return task;
  const place = placeOfTask(address);
  return (byPlace.get(place) ?? 0) < 2 ? place : `${place}/${visit}`;
}

interface Counts {
  readonly byTask: Map<string, number>;
  readonly byPlace: Map<string, number>;
}

const counts = new WeakMap<readonly Asking[], Counts>();

/** Counted once for a list: there may be as many questions as items. */
function countsOf(all: readonly Asking[]): Counts {
  const known = counts.get(all);
  if (known !== undefined) return known;
  const made: Counts = { byTask: new Map(), byPlace: new Map() };
  const count = (counted: Map<string, number>, name: string): unknown =>
    counted.set(name, (counted.get(name) ?? 0) + 1);
  for (const { address } of all) {
    count(made.byTask, address.task ?? '');
    count(made.byPlace, placeOfTask(address));
  }
  counts.set(all, made);
  return made;
}

/** The line that answers a question, with its first choice and a place for each field that must be there. */
export function answerLine(run: string, { asked, ...place }: OpenQuestion, all: readonly Asking[]): string {
  const which = all.length > 1 ? [`--task=${nameOfQuestion(place, all)}`] : [];
  if (asked.signed === true) {
    return `${formatCommand(['wfmap', 'answer', '--export', run, ...which])} > question.json`;
  }
  const line = formatCommand(['wfmap', 'answer', run, asked.choices[0]?.name ?? '', ...which]);
  return line + placesFor(asked);
}

/** A place for each field that must be there. The dots stand outside of any quotes, where they are easily written over. */
function placesFor({ required = [] }: OpenQuestion['asked']): string {
  return required.map((name) => ` ${formatCommand([`--${name}=`])}…`).join('');
}

/** The lines that answer a signed question, on the machine of its key. */
export function signingLines(run: string, question: OpenQuestion, all: readonly Asking[]): readonly string[] {
  const { asked } = question;
  const line = (...words: readonly string[]): string => formatCommand(['wfmap', 'answer', ...words]);
  return [
    `Its answer needs a signature: ${answerLine(run, question, all)}`,
    `Where the key is: ${line('--sign', 'question.json', asked.choices[0]?.name ?? '')}${placesFor(asked)} > answer.json`,
    `Answer with: ${line('--import', 'answer.json', run)}`,
  ];
}

/** Units: questions. A foreach may ask one for each of its items. */
export const MAX_REPORTED = 20;

/** Units: lines of the text of a question. The whole is in its prompt file. */
const MAX_LINES = 20;
const MAX_LINES_OF_MANY = 3;
/** Units: questions. */
const MANY = 6;
/** Units: characters of one line. */
const MAX_COLUMNS = 200;

/** The questions of a run, a few of them at some length; of very many the first `max`, and then `more` with how many are left. */
export function listQuestions(
  run: string,
  all: readonly OpenQuestion[],
  { max = MAX_REPORTED, more = '' }: { readonly max?: number; readonly more?: string } = {},
): string[] {
  const left = all.length - max;
  const maxLines = all.length < MANY ? MAX_LINES : MAX_LINES_OF_MANY;
  const lines = all.slice(0, max).flatMap((each) => questionLines(run, each, { all, maxLines }));
  return left > 0 ? [...lines, `and ${left} more ${left === 1 ? 'question' : 'questions'}${more}`] : lines;
}

const SEEN_ONLY = 'The answer must be seen: give it at a terminal, outside of all runs.';

/** A question for a person: who asks, what, the choices, the line to answer it. */
function questionLines(
  run: string,
  question: OpenQuestion,
  { all, maxLines }: { readonly all: readonly OpenQuestion[]; readonly maxLines: number },
): string[] {
  const { text, choices, deadline } = question.asked;
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, maxLines).map((line) => `  ${toOneLine(line, MAX_COLUMNS)}`.trimEnd());
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`  … ${formatCount(left, 'more line')}, in the prompt file of the task`] : [];
  const until = deadline === null ? '' : ` (until ${deadline})`;
  return [
    `"${toOneLine(nameOfQuestion(question, all))}" asks${until}:`,
    ...shown,
    ...rest,
    ...choices.map(({ name, choose }) =>
      choose === null
        ? `  - ${toOneLine(name)}`
        : `  - ${toOneLine(name)}: ${toOneLine(choose, MAX_COLUMNS)}`,
    ),
    ...(question.asked.signed === true
      ? signingLines(run, question, all)
      : [
          `Answer with: ${answerLine(run, question, all)}`,
          ...(question.asked.seen === true ? [SEEN_ONLY] : []),
        ]),
  ];
}
