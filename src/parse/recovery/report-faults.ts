import type { IToken } from 'chevrotain';
import type { Extra, Report } from '../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../text/source.ts';
import type { ToleratedToken } from '../grammar/value-grammar.ts';
import { describe } from '../words/describe.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { nearestWord, PLACES } from './mistakes.ts';
import { firstAt } from './line.ts';
import { faultHelp } from './rule-help.ts';
import type { Lexed } from '../words/lex.ts';
import type { SyntaxFault } from '../grammar/read-tokens.ts';
import { FatArrow } from '../words/signs.ts';
import { nameToQuote, removal, signFix } from './syntax-fixes.ts';
import { reportTolerated, reportFatArrow } from './report-tolerated.ts';
import { reportText } from './report-texts.ts';
import { KEYWORDS } from '../words/words.ts';

const BRACKETS: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' };

interface Faults {
  readonly source: Source;
  readonly lexed: Lexed;
  readonly faults: readonly SyntaxFault[];
  readonly toleratedTokens: readonly ToleratedToken[];
}

/**
 * Tells what is wrong with the syntax: of faults that lie on one line the first, since what follows it there is
 * seldom another.
 *
 * Errors: reports `malformed-string`, `unexpected-word`, `unknown-word`, `braced-task`.
 */
export function reportFaults({ source, lexed, faults, toleratedTokens }: Faults, report: Report): void {
  const reported = new Set<number>();
  /** A report of what is the first on its line. */
  const once: Report = (code, span, params, extra) => {
    const { line } = positionAt(source, span.start);
    if (reported.has(line)) return;
    reported.add(line);
    report(code, span, params, extra);
  };
  let open = false;
  for (const token of lexed.tokens) {
    if (token.tokenType === FatArrow) reportFatArrow(source, token, report);
    if (reportText(source, token, once)) open ||= token.tokenType.name === 'Fenced';
  }
  for (const toleratedToken of toleratedTokens)
    reportTolerated(source, withOwnClosing(toleratedToken, lexed), report);
  for (const stray of lexed.strays) reportStray(source, stray, once);
  for (const fault of faults) {
    // What an open fence has swallowed is missed at the end.
    if (!open || !Number.isNaN(fault.token.startOffset)) reportFault({ source, lexed }, fault, once);
  }
}

/** Of a brace that is not the one which closes it nothing is said: behind a fault the parser may have taken another. */
function withOwnClosing(toleratedToken: ToleratedToken, { tokens }: Lexed): ToleratedToken {
  const { token, closing } = toleratedToken;
  if (!closing) return toleratedToken;
  let depth = 0;
  for (let index = firstAt(tokens, token.startOffset); index < tokens.length; index += 1) {
    const each = tokens[index];
    if (each?.image === '{') depth += 1;
    else if (each?.image === '}') depth -= 1;
    if (depth === 0) return each === closing ? toleratedToken : { token };
  }
  return { token };
}

function reportStray(source: Source, { start, end }: { start: number; end: number }, report: Report): void {
  const image = source.text.slice(start, end);
  const edits = [removal(source, { startOffset: start, image })];
  const title = `Leave ${image} out.`;
  const help = 'Leave it out, or put the text that it belongs to in double quotes.';
  const extra = /^;+$/.test(image) ? { fix: { title, safe: true, edits }, help: title } : { help };
  const expected = image.startsWith('#') ? COMMENT : 'a word of the map';
  report('unexpected-word', { source, start, end }, { expected, found: describe(image) }, extra);
}

const COMMENT = '"//" before a comment';
/** What these miss is missed where they end, and not where it would close them. */
const OPEN_RULES: ReadonlySet<string> = new Set(['map', 'mapItem', 'block', 'blockItem', 'task', 'defaults']);

/** Where a fault is told: what is missed on the line before is missed there. */
export function placeOf({ token, previous, rule }: SyntaxFault, { text }: Source): IToken {
  if (!previous || OPEN_RULES.has(rule)) return token;
  if (Number.isNaN(token.startOffset)) return previous;
  const between = text.slice(previous.startOffset + previous.image.length, token.startOffset);
  return between.includes('\n') ? previous : token;
}

type Context = Pick<Faults, 'source' | 'lexed'>;

function reportFault({ source, lexed }: Context, fault: SyntaxFault, tell: Report): void {
  const { token, expected, rule } = fault;
  const help = faultHelp(lexed, source, fault);
  const report: Report = (code, span, params, extra) => tell(code, span, params, { help, ...extra });
  const words = rule === 'map' ? mapWords(fault, source) : expected;
  if (reportMisspelling(source, fault, report)) return;
  if (reportUnknown(source, { rule: rule === 'map' ? 'mapItem' : rule, token, expected: words }, report))
    return;
  const opened = openedAt(lexed, { source, expected, end: token.startOffset });
  if (Number.isNaN(token.startOffset) && (OPEN_RULES.has(rule) || !fault.previous)) {
    const end = source.text.trimEnd().length;
    const params = { expected: words, found: 'the end of the file' };
    return report('unexpected-word', { source, start: end, end }, params, opened);
  }
  const at = placeOf(fault, source);
  if (at !== token) return reportUnexpectedEnd(source, { fault, at }, report);
  const span = { source, start: at.startOffset, end: at.startOffset + at.image.length };
  const name = token.image === '=' ? 'several words' : `"${token.image}" in it`;
  const quotable = nameToQuote(source, fault) ? `, or quotes around a name with ${name}` : '';
  const params = { expected: words + quotable, found: describe(at.image) };
  report('unexpected-word', span, params, { ...signFix(source, fault), ...opened });
}

/** What is missed at the end of a line. */
function reportUnexpectedEnd(
  source: Source,
  { fault: { rule, expected }, at }: { readonly fault: SyntaxFault; readonly at: IToken },
  report: Report,
): void {
  const span = { source, start: at.startOffset, end: at.startOffset + at.image.length };
  const isArrow = rule === 'action' && expected === '"->"';
  const found = isArrow ? describe(at.image) : `nothing behind ${describe(at.image)}`;
  report('unexpected-word', span, { expected: isArrow ? 'an action "Name -> Target"' : expected, found });
}

function mapWords({ token, expected }: SyntaxFault, { text }: Source): string {
  if (expected === '"map"') return '"map" and a text that says what it is for';
  if (text.startsWith('/*', token.startOffset)) return COMMENT;
  return 'a clause, a task, an input or another part of the map';
}

/** A word that no arrow follows is taken for an action, but may be a clause misspelt. */
function reportMisspelling(
  source: Source,
  { rule, expected, previous, token }: SyntaxFault,
  report: Report,
): boolean {
  if (rule !== 'action' || expected !== '"->"' || !previous || KEYWORDS.has(previous.image)) return false;
  const { startOffset: start, image: word } = previous;
  if (PATH_BEFORE.test(source.text.slice(Math.max(0, start - MAX_PATH), start))) {
    const params = { expected: 'quotes around a path with blanks in it', found: describe(word) };
    const help = 'Put the whole path in double quotes.';
    report('unexpected-word', { source, start, end: start + word.length }, params, { help });
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
  return reportUnknown(source, { rule: 'taskItem', token: previous, expected: words }, report);
}

const MAX_PATH = 200;
const MAX_HEAD = 500;
const PATH_BEFORE = /\b(?:template|output|agent|model)[ \t]+[\w./@+-]+[ \t]+$/;
/** The line above names a task. */
const HEAD_BEFORE = new RegExp(String.raw`(?:^|\n)[ \t]*(?:${ACTIVE_TYPES_PATTERN})[^\n"]*\n[ \t]*$`);

type UnknownWord = Pick<SyntaxFault, 'rule' | 'token' | 'expected'>;

/** Whether a word stands where only some words may, and none of them is it. */
function reportUnknown(source: Source, { rule, token, expected }: UnknownWord, report: Report): boolean {
  const word = Number.isNaN(token.startOffset) ? '' : firstWord(token.image);
  if (word === '' || PLACES[rule]?.includes(word) !== false) return false;
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
