import type { IToken } from 'chevrotain';
import type { Extra, Fix, Report } from '../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../text/source.ts';
import { fencedLines } from '../json/fenced-lines.ts';
import type { Aside } from './action-grammar.ts';
import { nearestWord, PLACES } from './habits.ts';
import type { Lexed } from './lex.ts';
import type { SyntaxFault } from './read-tokens.ts';
import { removal, tellAside, tellFatArrow } from './tell-asides.ts';
import { KEYWORDS } from './words.ts';

const MAX_SHOWN = 40;
const BRACKETS: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

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
 * Errors: reports `malformed-string`, `unexpected-word`, `unknown-word`, `braced-task`.
 */
export function tellFaults({ source, lexed, faults, asides }: Faults, report: Report): void {
  const told = new Set<number>();
  const isFirst = (offset: number) => {
    const { line } = positionAt(source, offset);
    return !told.has(line) && told.add(line) !== undefined;
  };
  let open = false;
  for (const token of lexed.tokens) {
    if (token.image === '=>') tellFatArrow(source, token, report);
    const fault = textFault(token, source);
    if (fault === undefined) continue;
    open ||= token.tokenType.name === 'Fenced';
    const start = token.startOffset;
    const end = start + Math.min(token.image.length, 3);
    const help = token.tokenType.name === 'Fenced' ? { help: FENCE_HELP } : {};
    if (isFirst(start)) report('malformed-string', { source, start, end }, { fault }, help);
  }
  for (const aside of asides) tellAside(source, aside, report);
  for (const stray of lexed.strays) if (isFirst(stray.start)) tellStray(source, stray, report);
  for (const fault of faults) {
    const isEnd = Number.isNaN(fault.token.startOffset);
    // What an open fence has swallowed is missed at the end.
    if (isEnd && open) continue;
    const place = isEnd ? source.text.length : placeOf(fault, source).startOffset;
    if (isFirst(place)) tellFault({ source, lexed }, fault, report);
  }
}

const FENCE_HELP =
  'Begin on the line below the quotes, and write the same quotes on a line of their own at the end.';

/** What is wrong with a text, as far as its end is concerned. */
function textFault({ tokenType, startOffset, image }: IToken, { text }: Source): string | undefined {
  if (tokenType.name === 'Unclosed') return 'is not closed on its line';
  if (tokenType.name !== 'Fenced') return undefined;
  if (/^"+[ \t]*[^\s"]/.test(image))
    return 'is fenced, and begins beside its quotes and not on the line below';
  const isAtEnd = startOffset + image.length === text.length;
  return isAtEnd && !fencedLines(image) ? 'is fenced, but the quotes that close it are missing' : undefined;
}

function tellStray(source: Source, { start, end }: { start: number; end: number }, report: Report): void {
  const image = source.text.slice(start, end);
  const edits = [removal(source, { startOffset: start, image })];
  const fix = /^;+$/.test(image) ? { fix: { title: `Leave ${image} out.`, safe: true, edits } } : {};
  const expected = image.startsWith('#') ? COMMENT : 'a word of the map';
  report('unexpected-word', { source, start, end }, { expected, found: describe(image) }, fix);
}

const COMMENT = '"//" before a comment';
/** What these miss is missed where they end, and not where it would close them. */
const OPEN_RULES: ReadonlySet<string> = new Set(['map', 'mapItem', 'block', 'blockItem', 'task', 'defaults']);

/** Where a fault is told: what is missed on the line before is missed there. */
function placeOf({ token, previous, rule }: SyntaxFault, { text }: Source): IToken {
  if (!previous || OPEN_RULES.has(rule) || Number.isNaN(token.startOffset)) return token;
  const between = text.slice(previous.startOffset + previous.image.length, token.startOffset);
  return between.includes('\n') ? previous : token;
}

type Context = Pick<Faults, 'source' | 'lexed'>;

function tellFault({ source, lexed }: Context, fault: SyntaxFault, report: Report): void {
  const { token, expected, rule } = fault;
  const words = rule === 'map' ? mapWords(fault, source) : expected;
  if (tellMisspelt(source, fault, report)) return;
  if (tellUnknown(source, { rule: rule === 'map' ? 'mapItem' : rule, token, expected: words }, report))
    return;
  const opened = openedAt(lexed, { source, expected, end: token.startOffset });
  if (Number.isNaN(token.startOffset)) {
    const end = source.text.trimEnd().length;
    const params = { expected: words, found: 'the end of the file' };
    return report('unexpected-word', { source, start: end, end }, params, opened);
  }
  const at = placeOf(fault, source);
  const isArrow = rule === 'action' && expected === '"->"';
  const span = { source, start: at.startOffset, end: at.startOffset + at.image.length };
  if (at === token) {
    const isQuotable = isArrow && nameToQuote(source, fault) !== undefined;
    const quotes = isQuotable
      ? `, or quotes around a name with ${token.image === '=' ? 'several words' : `"${token.image}" in it`}`
      : '';
    const params = { expected: words + quotes, found: describe(at.image) };
    return report('unexpected-word', span, params, { ...signFix(source, fault), ...opened });
  }
  const found = isArrow ? describe(at.image) : `nothing behind ${describe(at.image)}`;
  report('unexpected-word', span, { expected: isArrow ? 'an action "Name -> Target"' : words, found });
}

function mapWords({ token, expected }: SyntaxFault, { text }: Source): string {
  if (expected === '"map"') return '"map" and a text that says what it is for';
  if (text.startsWith('/*', token.startOffset)) return COMMENT;
  return 'a clause, a task, an input or another part of the map';
}

/** A word that no arrow follows is taken for an action, but may be a clause misspelt. */
function tellMisspelt(
  source: Source,
  { rule, expected, previous, token }: SyntaxFault,
  report: Report,
): boolean {
  if (rule !== 'action' || expected !== '"->"' || !previous || KEYWORDS.has(previous.image)) return false;
  const { startOffset: start, image: word } = previous;
  if (PATH_BEFORE.test(source.text.slice(Math.max(0, start - MAX_PATH), start))) {
    const params = { expected: 'quotes around a path with blanks in it', found: describe(word) };
    report('unexpected-word', { source, start, end: start + word.length }, params);
    return true;
  }
  if (word === 'description' && token.image.startsWith('"')) {
    const isBelow = HEAD_BEFORE.test(source.text.slice(Math.max(0, start - MAX_HEAD), start));
    const fix = { title: 'Leave description out.', safe: true, edits: [removal(source, previous)] };
    const params = { word, expected: 'the text alone, behind the name that it describes' };
    report('unknown-word', { source, start, end: start + word.length }, params, isBelow ? { fix } : {});
    return true;
  }
  const words = 'a clause of the task, a word of the map, or "->" behind it';
  if (nearestWord('taskItem', firstWord(word)) === undefined) return false;
  return tellUnknown(source, { rule: 'taskItem', token: previous, expected: words }, report);
}

const MAX_PATH = 200;
const MAX_HEAD = 500;
const PATH_BEFORE = /\b(?:template|output|agent|model)[ \t]+[\w./@+-]+[ \t]+$/;
/** The line above names a task. */
const HEAD_BEFORE = /(?:^|\n)[ \t]*(?:claude|shell|human|decide|parallel|foreach|workflow)[^\n"]*\n[ \t]*$/;

type UnknownWord = Pick<SyntaxFault, 'rule' | 'token' | 'expected'>;

/** Whether a word stands where only some words may, and none of them is it. */
function tellUnknown(source: Source, { rule, token, expected }: UnknownWord, report: Report): boolean {
  const word = Number.isNaN(token.startOffset) ? '' : firstWord(token.image);
  if (word === '' || PLACES[rule] === undefined || PLACES[rule].split(' ').includes(word)) return false;
  const span = { source, start: token.startOffset, end: token.startOffset + word.length };
  const near = nearestWord(rule, word);
  const edits = near === undefined ? [] : [{ span, newText: near }];
  const fix = near === undefined ? {} : { fix: { title: `Write ${near}.`, safe: false, edits } };
  report('unknown-word', span, { word, expected }, fix);
  return true;
}

function firstWord(image: string): string {
  return /^[\p{L}_][\p{L}\p{N}_]*/u.exec(image)?.[0] ?? '';
}

/** Where only a sign is missing it can be put there; where one is too much or another it can go. */
function signFix(source: Source, fault: SyntaxFault): Extra {
  const { token, previous, expected, rule } = fault;
  const span = { source, start: token.startOffset, end: token.startOffset + token.image.length };
  const fixed = (title: string, edits: Fix['edits']) => ({ fix: { title, safe: false, edits } });
  if (/^'[^'\\"]*'$/.test(token.image) && expected.includes('double quotes'))
    return fixed('Write double quotes.', [{ span, newText: `"${token.image.slice(1, -1)}"` }]);
  if (token.image === ':' && expected === '"="') return fixed('Write =.', [{ span, newText: '=' }]);
  if (/^[:,]$/.test(token.image) || (token.image === '}' && rule === 'map'))
    return fixed(`Leave ${token.image} out.`, [removal(source, token)]);
  const name = rule === 'action' && expected === '"->"' ? nameToQuote(source, fault) : undefined;
  if (name) return fixed('Put the name in quotes.', [name]);
  const isSign = /^"(?:->|[{}()[\]=:])"$/.test(expected);
  if (!previous || !isSign) return {};
  const place = previous.startOffset + previous.image.length;
  const isNextLine = source.text.slice(place, token.startOffset).includes('\n');
  if (isNextLine && expected !== '"{"') return {};
  const sign = expected.slice(1, -1);
  const behind = { source, start: place, end: place };
  return fixed(`Put ${sign} here.`, [{ span: behind, newText: ` ${sign}` }]);
}

/** A name that has a word of the language in it, or more than one word before "=". */
function nameToQuote(source: Source, { token, previous }: SyntaxFault): Fix['edits'][number] | undefined {
  if (!previous) return undefined;
  const line =
    source.text.slice(previous.startOffset, previous.startOffset + MAX_PATH).split('\n', 1)[0] ?? '';
  const sign = token.image === '=' ? '=' : '->';
  const name = (line.split(sign, 1)[0] ?? '').trimEnd();
  if (!line.includes(sign) || !/^[\p{L}_][\p{L}\p{N}_ \t]*$/u.test(name)) return undefined;
  const span = { source, start: previous.startOffset, end: previous.startOffset + name.length };
  return { span, newText: `"${name}"` };
}

/** The bracket that was never closed, where one is missing. Units: `end` is the offset where, or NaN for the end. */
function openedAt(
  { tokens }: Lexed,
  { source, expected, end }: { source: Source; expected: string; end: number },
): Extra {
  const opening = BRACKETS[expected.slice(1, -1)];
  if (opening === undefined) return {};
  const open: IToken[] = [];
  for (const token of tokens) {
    if (token.startOffset >= end) break;
    if (/^[{[(]$/.test(token.image)) open.push(token);
    else if (BRACKETS[token.image] !== undefined) open.pop();
  }
  const last = open.findLast(({ image }) => image === opening);
  if (!last) return {};
  const span = { source, start: last.startOffset, end: last.startOffset + 1 };
  return { related: [{ message: 'It is opened here.', span }] };
}

function describe(image: string): string {
  const shown = image.length > MAX_SHOWN ? `${image.slice(0, MAX_SHOWN)}…` : image;
  return image.startsWith('"') ? `the text ${shown.split('\n')[0]}` : `"${shown}"`;
}
