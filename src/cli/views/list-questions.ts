import { printable } from '../../diagnostics/printable.ts';
import { evidenceLines } from '../../findings/evidence-lines.ts';
import { cutText } from '../io/cut-text.ts';
import { formatCommand, formatCount, toOneLine } from '../io/format.ts';
import {
  answerLine,
  MAX_REPORTED,
  nameOfQuestion,
  signingLines,
  type OpenQuestion,
} from '../../report/open-questions.ts';

/** Units: lines of the text of a question. The whole is in its prompt file. */
const MAX_LINES = 20;
const MAX_LINES_OF_MANY = 3;
/** Units: questions. */
const MANY = 6;
/** Units: characters of one line. */
const MAX_COLUMNS = 200;

export interface ListOptions {
  readonly max?: number;
  readonly more?: string;
}

/** The questions of a run, a few of them at some length; of very many the first `max`, and then `more` with how many are left. */
export function listQuestions(
  run: string,
  all: readonly OpenQuestion[],
  { max = MAX_REPORTED, more = '' }: ListOptions = {},
): string[] {
  const left = all.length - max;
  const maxLines = all.length < MANY ? MAX_LINES : MAX_LINES_OF_MANY;
  const lines = all.slice(0, max).flatMap((each) => questionLines(run, each, { all, maxLines }));
  return left > 0 ? [...lines, `and ${left} more ${left === 1 ? 'question' : 'questions'}${more}`] : lines;
}

const SEEN_ONLY = 'The answer must be seen: give it at a terminal, outside of all runs.';

/** A line as it stands, indented: the spaces of a diff mean something. */
function shownLine(line: string): string {
  const flat = printable(line.slice(0, 4 * MAX_COLUMNS).replaceAll('\t', '    '));
  return `  ${cutText(flat, MAX_COLUMNS)}`.trimEnd();
}

/** What a question is decided by, in as many lines as may be, and where the rest of it is. */
function decidedBy(run: string, { asked }: OpenQuestion, maxLines: number): readonly string[] {
  if (asked.evidence === undefined) return [];
  const lines = evidenceLines(asked.evidence);
  const left = lines.length - 2 * maxLines;
  const rest = `  … ${formatCount(left, 'more line')}: ${formatCommand(['wfmap', 'show', run, '--json'])}`;
  return [
    '',
    ...lines.slice(0, 2 * maxLines).map(({ text }) => shownLine(text)),
    ...(left > 0 ? [rest] : []),
    '',
  ];
}

/** A question for a person: who asks, what, the choices, the line to answer it. */
function questionLines(
  run: string,
  question: OpenQuestion,
  { all, maxLines }: { readonly all: readonly OpenQuestion[]; readonly maxLines: number },
): string[] {
  const { text, choices, deadline } = question.asked;
  const name = toOneLine(nameOfQuestion(question, all));
  if (question.settled === 'answered') return [`"${name}" has been answered.`];
  if (question.settled === 'expired') return [`The time to answer "${name}" ended at ${deadline}.`];
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const shown = lines.slice(0, maxLines).map(shownLine);
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`  … ${formatCount(left, 'more line')}, in the prompt file of the task`] : [];
  const until = deadline === null ? '' : ` (until ${deadline})`;
  return [
    `"${name}" asks${until}:`,
    ...shown,
    ...rest,
    ...decidedBy(run, question, maxLines),
    ...choices.map(({ name, choose }) =>
      choose === null
        ? `  - ${toOneLine(name)}`
        : `  - ${toOneLine(name)}: ${toOneLine(choose, MAX_COLUMNS)}`,
    ),
    ...(question.asked.signed === true
      ? signingLines(run, question, all)
      : [
          `Answer with: ${answerLine(run, question, all)}`,
          ...optionalLines(question.asked),
          ...(question.asked.seen === true ? [SEEN_ONLY] : []),
        ]),
  ];
}

/** The fields that an answer may have, with the choices that read them where those are not all. */
function optionalLines({ fields = [], choices, required = [] }: OpenQuestion['asked']): readonly string[] {
  const names = [...new Set(fields.flat())].filter((name) => !required.includes(name));
  const words = names.map((name) => {
    const readers = choices.filter((_, index) => fields[index]?.includes(name) === true);
    const only = readers.map((each) => `"${toOneLine(each.name)}"`).join(', ');
    return `${formatCommand([`--${name}=`])}…${readers.length < choices.length ? ` with ${only}` : ''}`;
  });
  return words.length === 0 ? [] : [`May be added: ${words.join('; ')}`];
}
