import type { Address } from '../model/address.ts';
import type { RunEventData } from '../model/run-event.ts';
import { formatCommand } from '../util/format-command.ts';
import { placeOfTask } from '../model/place.ts';
import type { RunView } from '../view/run-view.ts';

/** A question of a run that nobody has answered yet. Shape: `start` is the number of the execution that waits. */
export interface OpenQuestion {
  readonly start: number;
  readonly address: Address;
  readonly asked: RunEventData['human.asked'];
  /** What a resume will find of it, so that nobody is to answer any more; absent while somebody is. */
  readonly settled?: 'answered' | 'expired';
}

/** Whether some question still waits for a person. */
export function waitsForAnswer(questions: readonly OpenQuestion[]): boolean {
  return questions.some(({ settled }) => settled === undefined);
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
function placesFor({ required = [], fields = [] }: OpenQuestion['asked']): string {
  const [own = required] = fields;
  const asked = required.filter((name) => own.includes(name));
  return asked.map((name) => ` ${formatCommand([`--${name}=`])}…`).join('');
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
