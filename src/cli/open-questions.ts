import type { Address } from '../model/address.ts';
import type { RunEvent, RunEventData } from '../model/run-event.ts';
import { formatCommand, toOneLine } from './format.ts';

/** A question of a run that nobody has answered yet. Shape: `start` is the number of the execution that waits. */
export interface OpenQuestion {
  readonly start: number;
  readonly address: Address;
  readonly asked: RunEventData['human.asked'];
}

/** The questions that are open after these events, in the order in which they were asked; told without the map. */
export function openQuestionsOf(events: readonly RunEvent[]): readonly OpenQuestion[] {
  const starts = new Map<string, number>();
  const open = new Map<string, OpenQuestion>();
  for (const event of events) {
    const key = keyOf(event.address);
    if (event.type === 'task.started') starts.set(key, event.seq);
    if (event.type === 'human.asked') {
      open.delete(key);
      open.set(key, { start: starts.get(key) ?? event.seq, address: event.address, asked: event.data });
    } else if (ENDS.has(event.type)) open.delete(key);
    // Whoever goes back to a task leaves all behind that was under way.
    if (event.type === 'run.finished' || (event.type === 'run.resumed' && event.data.from !== null))
      open.clear();
  }
  return [...open.values()];
}

/** After these an execution waits for nobody; a new start of the same visit asks anew. */
const ENDS: ReadonlySet<RunEvent['type']> = new Set([
  'task.started',
  'human.answered',
  'task.finished',
  'task.failed',
]);

function keyOf({ block, task, visit }: Address): string {
  return JSON.stringify([block, task, visit]);
}

/** How a person names a question: by its task, and by the visit where one task asks twice. */
export function nameOfQuestion({ asked, address }: OpenQuestion, all: readonly OpenQuestion[]): string {
  const isAlone = all.filter((each) => each.asked.task === asked.task).length < 2;
  return isAlone ? asked.task : `${asked.task}/${address.visit ?? 1}`;
}

/** The line that answers a question, with its first choice. */
export function answerLine(run: string, question: OpenQuestion, all: readonly OpenQuestion[]): string {
  const which = all.length > 1 ? [`--task=${nameOfQuestion(question, all)}`] : [];
  return formatCommand(['wfmap', 'answer', run, question.asked.choices[0]?.name ?? '', ...which]);
}

/** A question in a few lines: who asks, what, the choices, the line to answer it. */
export function questionLines(run: string, question: OpenQuestion, all: readonly OpenQuestion[]): string[] {
  const { text, choices, deadline } = question.asked;
  const until = deadline === null ? '' : ` (until ${deadline})`;
  return [
    `"${toOneLine(nameOfQuestion(question, all))}" asks${until}: ${toOneLine(text, 300)}`,
    `  ${choices.map(({ name }) => `"${toOneLine(name)}"`).join(', ')}`,
    `  Answer with: ${answerLine(run, question, all)}`,
  ];
}
