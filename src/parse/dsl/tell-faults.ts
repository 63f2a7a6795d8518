import type { IToken } from 'chevrotain';
import type { Extra, Report } from '../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import { fencedLines } from '../json/fenced-lines.ts';
import type { Aside } from './action-grammar.ts';
import type { Lexed } from './lex.ts';
import type { SyntaxFault } from './read-tokens.ts';
import { KEYWORDS } from './words.ts';

const MAX_SHOWN = 40;
/** What may begin a line of each part, for words that are nearly one. */
const PLACES: Readonly<Record<string, string>> = {
  mapItem:
    'claude shell human decide parallel foreach workflow end start input limits defaults property artifacts extra',
  taskItem:
    'about template promptTemplate prompt param field output command set map with each key after exclusive join ' +
    'workspace branch body visits on agent model permissionMode protocol onItemFailure maxTurns budgetUsd ' +
    'concurrency idempotent carry appendActions allowedTools disallowedTools timeout retry session reminder extra',
  blockItem: 'claude shell human decide parallel foreach workflow end start about extra',
  setting: 'model timeout retry permissionMode allowedTools maxTurns',
};
/** What the JSON form, or another habit, calls it. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ['description', 'about'],
  ['promptTemplatePath', 'template'],
  ['promptParams', 'param'],
  ['tools', 'allowedTools'],
  ['items', 'each'],
  ['maxVisits', 'visits'],
  ['onError', 'on error ->'],
  ['task', 'claude'],
  ['agent', 'claude'],
  ['inputs', 'input'],
  ['loop', 'foreach'],
  ['startTaskDefinition', 'start'],
]);

interface Faults {
  readonly source: Source;
  readonly lexed: Lexed;
  readonly faults: readonly SyntaxFault[];
  readonly asides: readonly Aside[];
}

/**
 * Tells what is wrong with the syntax: of faults that lie on one line the first, since what follows it there is
 * seldom another.
 *
 * Errors: reports `malformed-string`, `unexpected-word`, `unknown-word`.
 */
export function tellFaults({ source, lexed, faults }: Faults, report: Report): void {
  const told = new Set<number>();
  const isFirst = (offset: number) => {
    const { line } = positionAt(source, offset);
    return !told.has(line) && told.add(line) !== undefined;
  };
  let open = false;
  for (const token of lexed.tokens) {
    const fault = textFault(token, source);
    if (fault === undefined) continue;
    open ||= token.tokenType.name === 'Fenced';
    const start = token.startOffset;
    const end = start + Math.min(token.image.length, 3);
    if (isFirst(start)) report('malformed-string', { source, start, end }, { fault });
  }
  for (const { start, end } of lexed.strays) {
    const params = { expected: 'a word of the map', found: describe(source.text.slice(start, end)) };
    if (isFirst(start)) report('unexpected-word', { source, start, end }, params);
  }
  for (const fault of faults) {
    const isEnd = Number.isNaN(fault.token.startOffset);
    // What an open fence has swallowed is missed at the end.
    if (isEnd && open) continue;
    if (isFirst(isEnd ? source.text.length : fault.token.startOffset)) tellFault(source, fault, report);
  }
}

/** What is wrong with a text, as far as its end is concerned. */
function textFault({ tokenType, startOffset, image }: IToken, { text }: Source): string | undefined {
  if (tokenType.name === 'Unclosed') return 'is not closed on its line';
  const isAtEnd = tokenType.name === 'Fenced' && startOffset + image.length === text.length;
  return isAtEnd && !fencedLines(image) ? 'is fenced, but the quotes that close it are missing' : undefined;
}

function tellFault(source: Source, fault: SyntaxFault, report: Report): void {
  const { token, previous, expected, rule } = fault;
  const place = rule === 'map' ? 'mapItem' : rule;
  const words = rule === 'map' ? 'a task, an input or another part of the map' : expected;
  if (tellUnknown(source, { rule: place, token, expected: words }, report)) return;
  if (tellMisspelt(source, fault, report)) return;
  if (Number.isNaN(token.startOffset)) {
    const end = source.text.trimEnd().length;
    return report('unexpected-word', { source, start: end, end }, { expected, found: 'the end of the file' });
  }
  const span = { source, start: token.startOffset, end: token.startOffset + token.image.length };
  const extra = missingSign(source, fault, previous?.startOffset);
  report('unexpected-word', span, { expected, found: describe(token.image) }, extra);
}

/** A word that no arrow follows is taken for an action, but may be a clause misspelt. */
function tellMisspelt(source: Source, { rule, expected, previous }: SyntaxFault, report: Report): boolean {
  if (rule !== 'action' || expected !== '"->"' || !previous || KEYWORDS.has(previous.image)) return false;
  const words = 'a clause of the task, or "->" behind it';
  if (nearest('taskItem', previous.image) === undefined) return false;
  return tellUnknown(source, { rule: 'taskItem', token: previous, expected: words }, report);
}

type UnknownWord = Pick<SyntaxFault, 'rule' | 'token' | 'expected'>;

/** Whether a word stands where only some words may, and none of them is it. */
function tellUnknown(source: Source, { rule, token, expected }: UnknownWord, report: Report): boolean {
  const word = Number.isNaN(token.startOffset) ? '' : token.image;
  if (PLACES[rule] === undefined || !/^[\p{L}_]/u.test(word) || PLACES[rule].split(' ').includes(word))
    return false;
  const span = { source, start: token.startOffset, end: token.startOffset + word.length };
  const near = nearest(rule, word);
  const fix =
    near === undefined
      ? undefined
      : { title: `Write ${near}.`, safe: false, edits: [{ span, newText: near }] };
  report('unknown-word', span, { word, expected }, fix ? { fix } : {});
  return true;
}

function nearest(rule: string, word: string): string | undefined {
  return HABITS.get(word) ?? closest(word, PLACES[rule]?.split(' ') ?? []);
}

/** Where only a sign is missing, it can be put there. */
function missingSign(
  source: Source,
  { token, previous, expected }: SyntaxFault,
  from: number | undefined,
): Extra {
  if (!previous || from === undefined || Number.isNaN(from)) return {};
  const place = from + previous.image.length;
  const isSign = /^"(?:->|[{}()[\]=:])"$/.test(expected);
  if (!isSign || Number.isNaN(token.startOffset)) return {};
  const isNextLine = source.text.slice(place, token.startOffset).includes('\n');
  if (isNextLine && expected !== '"{"') return {};
  const sign = expected.slice(1, -1);
  const span = { source, start: place, end: place };
  return { fix: { title: `Put ${sign} here.`, safe: false, edits: [{ span, newText: ` ${sign}` }] } };
}

function describe(image: string): string {
  const shown = image.length > MAX_SHOWN ? `${image.slice(0, MAX_SHOWN)}…` : image;
  return image.startsWith('"') ? `the text ${shown.split('\n')[0]}` : `"${shown}"`;
}
