/**
 * Asks the person at the terminal of a run: questions of maps, and tool calls that no rule answers.
 *
 * What an answer leads to, and whether it is the first, is `run`'s to decide.
 *
 * K1. One question at a time: others wait, in the order in which they came.
 * K2. A question that is answered elsewhere, or that stops with the run, frees the terminal at once.
 * K3. An answer has a choice that was offered, and fields that fit.
 * K4. A person who gives no answer (Ctrl-D) leaves the question open; a tool call is refused.
 */
import { evidenceLines } from '../../findings/evidence-lines.ts';
import { fieldsOfChoice } from '../../model/field-uses.ts';
import { styleText } from 'node:util';
import type { CallJudge } from '../../agent/human/call-judge.ts';
import type { Answer, Asker, Question } from '../../agent/human/asker.ts';
import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import { toOneLine } from '../io/format.ts';
import { placeOfTask } from '../../model/place.ts';
import { judgeCall, type Choice, type Judging } from './judge-call.ts';
import { openDialogue, type Dialogue, type TerminalOptions } from './line-terminal.ts';
import { matchChoice } from './match-choice.ts';
import { deadlineLine, exactLines, labelsOf, listLines, textLines } from './question-lines.ts';
import { askField } from './ask-field.ts';

export interface AskerOptions extends TerminalOptions {
  readonly color: boolean;
  /** Takes a live view from the terminal; lines for it go to `write` then. `restore` gives the terminal back. */
  readonly suspend?: (write: (text: string) => void) => void;
  readonly restore?: () => void;
  /** Units: ms since 1970. */
  readonly now?: () => number;
  readonly schemaOf?: SchemaOf;
}

export function createTerminalAsker(options: AskerOptions): Asker & CallJudge {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(signal: AbortSignal, askNow: () => Promise<T>): Promise<T | undefined> => {
    const answer = last.then(() => (signal.aborted ? undefined : askNow()));
    // One that fails must not keep the others from being asked.
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    ask: (question, signal) =>
      inTurn(signal, () => converse(options, signal, (asking) => answerTo(asking, question, signal))),
    judge: (call, signal) =>
      inTurn(signal, () =>
        converse(options, signal, async (asking) => {
          const answer = await judgeCall(judgingOf(asking), call);
          if (answer === undefined && !signal.aborted) asking.dialogue.say(['Refused.']);
          return answer;
        }),
      ),
  };
}

async function converse<T>(
  options: AskerOptions,
  signal: AbortSignal,
  talk: (asking: Asking) => Promise<T>,
): Promise<T | undefined> {
  const dialogue = await openDialogue(options, signal);
  if (dialogue === undefined) return undefined;
  options.suspend?.(dialogue.above);
  try {
    return await talk({ options, dialogue, width: widthOf(options) });
  } finally {
    dialogue.close();
    options.restore?.();
  }
}

async function answerTo(
  asking: Asking,
  question: Question,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  await showText(asking, question);
  const deadline = deadlineLine(question, (asking.options.now ?? Date.now)());
  const choices = question.choices.map(({ name, choose }) => ({ name, note: choose }));
  const action = await askChoice(asking, choices, { deadline, out: 'leaves it open' });
  if (action === undefined) return leave(asking, signal);
  const wanted = fieldsOfChoice(question.fields, question.uses, action);
  const fields = await askFields(asking, wanted);
  if (fields === undefined) return leave(asking, signal);
  return { action, fields: { ...defaultsOf(question.fields, wanted), ...fields }, via: 'terminal' };
}

/** What fields that are not asked for hold. */
function defaultsOf(all: readonly Field[], asked: readonly Field[]): Readonly<Record<string, Value>> {
  const left = all.filter((field) => !asked.includes(field));
  return Object.fromEntries(
    left.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default] as const])),
  );
}

function judgingOf(asking: Asking): Judging {
  const { dialogue, width } = asking;
  return {
    width,
    bold: (line) => inBold(asking, line),
    show: (lines) => showPages(asking, lines),
    say: dialogue.say,
    choose: (choices, tries) => askChoice(asking, choices, { out: 'refuses', tries }),
    ask: dialogue.ask,
  };
}

function inBold({ options }: Asking, line: string): string {
  return options.color ? styleText('bold', line, { validateStream: false }) : line;
}

interface Asking {
  readonly options: AskerOptions;
  readonly dialogue: Dialogue;
  readonly width: number;
}

/** What a terminal that does not know its size is taken to have. Units: columns, rows. */
const COLUMNS = 80;
const ROWS = 24;

/** The last column stays free: some terminals break the line behind it. */
function widthOf({ output: { columns = 0 } }: AskerOptions): number {
  return (columns > 0 ? columns : COLUMNS) - 1;
}

function leave({ dialogue }: Asking, signal: AbortSignal): undefined {
  if (!signal.aborted) dialogue.say(['Left open.']);
  return undefined;
}

/** Shows what is asked, page by page where it is longer than the screen. */
async function showText(asking: Asking, question: Question): Promise<void> {
  const { dialogue, width } = asking;
  const visit = question.address.visit ?? 1;
  const head = `Task "${toOneLine(placeOfTask({ ...question.address, task: question.task }))}" asks${visit > 1 ? ` (visit ${visit})` : ''}:`;
  dialogue.say(['', ...textLines(head, width).map((line) => inBold(asking, line)), '']);
  await showPages(asking, [...textLines(question.text, width), ...shownEvidence(question, width)]);
}

/** A change keeps its spaces; everything else is broken between words. */
function shownEvidence({ evidence }: Question, width: number): readonly string[] {
  if (evidence === undefined) return [];
  const lines = evidenceLines(evidence).flatMap(({ text, isExact }) =>
    isExact ? exactLines(text, width) : textLines(text, width),
  );
  return ['', ...lines];
}

async function showPages({ options, dialogue }: Asking, lines: readonly string[]): Promise<void> {
  const { rows = 0 } = options.output;
  // A line for the prompt, and one of the page before to go on from.
  const page = Math.max(4, (rows > 0 ? rows : ROWS) - 2);
  for (let from = 0; from < lines.length; from += page) {
    dialogue.say(lines.slice(from, from + page));
    const left = lines.length - from - page;
    if (left <= 0) break;
    const said = await dialogue.ask(`-- ${left} more; Enter goes on, q skips --`);
    if (said === undefined || /^\s*q/i.test(said)) break;
  }
}

/** Shape: `out` says what Ctrl-D does; after so many `tries` that name no choice there is none. */
interface Choosing {
  readonly out: string;
  readonly deadline?: string | undefined;
  readonly tries?: number;
}

async function askChoice(
  { dialogue, width }: Asking,
  choices: readonly Choice[],
  { out, deadline, tries = Infinity }: Choosing,
): Promise<string | undefined> {
  const names = choices.map(({ name }) => name);
  const labels = labelsOf(names);
  dialogue.say([
    '',
    ...listLines(choices, width),
    '',
    ...(deadline === undefined ? [] : textLines(deadline, width)),
  ]);
  const range = labels.length === 1 ? 'Enter' : `${labels[0] ?? ''}-${labels.at(-1) ?? ''}`;
  for (let left = tries; left > 0; left -= 1) {
    const line = await dialogue.ask(`Choice (${range}; Ctrl-D ${out}): `);
    if (line === undefined) return undefined;
    const read = readChoice(line, names, labels);
    if ('name' in read) return read.name;
    dialogue.say(textLines(read.problem, width));
  }
  return undefined;
}

function readChoice(
  line: string,
  names: readonly string[],
  labels: readonly string[],
): { readonly name: string } | { readonly problem: string } {
  const written = line.trim();
  const [first] = names;
  if (written === '' && first !== undefined && names.length === 1) return { name: first };
  const labelled = names[labels.indexOf(written)];
  if (labelled !== undefined) return { name: labelled };
  const match = matchChoice(line, names);
  if (match.kind === 'found') return match;
  if (written === '') return { problem: 'Nothing is chosen without a word.' };
  const near = match.near === undefined ? '' : ` Did you mean "${toOneLine(match.near)}"?`;
  return { problem: `There is no choice "${toOneLine(written, 60)}".${near}` };
}

async function askFields(
  { options, dialogue, width }: Asking,
  fields: readonly Field[],
): Promise<Readonly<Record<string, Value>> | undefined> {
  const values: [string, Value][] = [];
  for (const field of fields) {
    const typed = await askField(dialogue, field, { width, schemaOf: options.schemaOf });
    if (typed === undefined) return undefined;
    if ('value' in typed) values.push([field.name, typed.value]);
  }
  return Object.fromEntries(values);
}
