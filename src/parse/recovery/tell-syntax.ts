import type { IToken } from 'chevrotain';
import type { Edit, Report } from '../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../text/source.ts';
import { ACTION_HABITS } from './action-habits.ts';
import { BLOCK_HABITS } from './block-habits.ts';
import { BRANCH_HABITS } from './branch-habits.ts';
import { CLOSURE_HABITS } from './closure-habits.ts';
import { ACTIVE_TYPES_PATTERN } from '../../language/task-types.ts';
import { EXPRESSION_HABITS } from './expression-habits.ts';
import { FENCE_HABITS } from './fence-habits.ts';
import { FIELD_HABITS } from './field-habits.ts';
import { insideValues } from './inside-values.ts';
import { type FindHabit, type Habit, lineAt, lineStart, type Missed } from './line.ts';
import { LIST_HABITS } from './list-habits.ts';
import { MAP_HABITS } from './map-habits.ts';
import { NAME_HABITS } from './name-habits.ts';
import { PROPERTY_HABITS } from './property-habits.ts';
import { SIGN_HABITS } from './sign-habits.ts';
import { TEXT_HABITS } from './text-habits.ts';
import { VALUE_HABITS } from './value-habits.ts';
import { foreignWord, WORD_HABITS } from './word-habits.ts';
import { type Lexed, lex } from '../words/lex.ts';
import { MendedText } from './mended-text.ts';
import { Phrase } from '../words/name-tokens.ts';
import { readTokens, type TokensRead } from '../grammar/read-tokens.ts';
import { Arrow } from '../words/signs.ts';
import { describe } from '../words/describe.ts';
import { tellFaults } from './tell-faults.ts';
import { textFault } from './tell-texts.ts';

/** What is mended may uncover more, but not for ever. */
const MAX_ROUNDS = 4;
/** Longer texts are not read more than once. Units: UTF-16 units. */
const MAX_MENDED = 1_048_576;
/** Lines that habits are looked for on. */
const MAX_LINES = 500;
/** Habits of clauses, which are not looked for in a value that goes over several lines. */
const CLAUSE_HABITS: readonly FindHabit[] = [
  BRANCH_HABITS,
  ACTION_HABITS,
  WORD_HABITS,
  LIST_HABITS,
  FIELD_HABITS,
  PROPERTY_HABITS,
  MAP_HABITS,
].flat();
const HABITS: readonly FindHabit[] = [
  BLOCK_HABITS,
  TEXT_HABITS,
  SIGN_HABITS,
  VALUE_HABITS,
  EXPRESSION_HABITS,
  NAME_HABITS,
].flat();
const INNER_HABITS = [...CLOSURE_HABITS, ...HABITS];
const ALL_HABITS = [...CLOSURE_HABITS, ...CLAUSE_HABITS, ...HABITS, foreignWord];

/**
 * Tells what is wrong with the syntax, once for a line.
 *
 * What is known to be written out of habit is told in words of its own and mended in a copy of the text, which is read
 * again: so the rest of the map is told as it would be without it.
 *
 * Errors: reports the group syntax.
 */
export function tellSyntax(source: Source, lexed: Lexed, read: TokensRead, report: Report): void {
  if (tellForeign(source, report)) return;
  const mended = new MendedText(source);
  const told = new Set<number>();
  const isFirst = (offset: number) => {
    const { line } = positionAt(source, offset);
    return !told.has(line) && told.add(line) !== undefined;
  };
  const telling: Report = (code, span, params, extra) => {
    const at = mended.spanOf(span);
    if (!isFirst(at.start)) return;
    const related = extra?.related?.map((each) => ({ ...each, span: mended.spanOf(each.span) }));
    const fix = mended.fixOf(extra?.fix);
    report(code, at, params, { ...extra, fix, ...(related ? { related } : {}) });
  };
  let now = { lexed, read };
  const rounds = source.text.length > MAX_MENDED ? 0 : MAX_ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    const edits = tellHabits(mended.source, now, telling).map(({ span, newText }) => ({
      span: mended.spanOf(span),
      newText,
    }));
    if (edits.length === 0) break;
    mended.mend(edits);
    const tokens = lex(mended.source.text);
    now = { lexed: tokens, read: readTokens(tokens.tokens, 'map') };
  }
  // What the parser has put there to go on was not written.
  const asides = now.read.asides.filter(({ token }) => token.startOffset >= 0);
  tellFaults({ source: mended.source, lexed: now.lexed, faults: now.read.faults, asides }, telling);
}

/** Whether all of a text is in another language, which is told once. */
function tellForeign(source: Source, report: Report): boolean {
  const start = source.text.search(/[^\s\uFEFF]/);
  const text = source.text.slice(start, start + MAX_HEAD);
  const isJson = /^\{\s*"/.test(text);
  const isYaml =
    /^(?:---\s*\n|%YAML|[\w-]+:(?:\s|$))/.test(text) && !OWN_HEAD.test(source.text.slice(0, MAX_BODY));
  if (start < 0 || (!isJson && !isYaml)) return false;
  const help = isJson
    ? 'Give the file a name that ends in .json; "wfmap compile x.json --to wfmap" writes it in the map language.'
    : 'A map begins with map "what it is for"; grammar/LANGUAGE.md shows one.';
  const found = isJson ? 'a map in JSON' : 'a text in YAML';
  const expected = '"map" and a text that says what it is for';
  report('unexpected-word', { source, start, end: start + 1 }, { expected, found }, { help });
  return true;
}

const MAX_HEAD = 200;
const MAX_BODY = 100_000;
/** A line that only this language has: with one, the text is of it for all that its first line says. */
const OWN_HEAD = new RegExp(
  String.raw`^[ \t]*(?:(?:${ACTIVE_TYPES_PATTERN}|end)[ \t]+[\p{L}"][^:\n]*|[^\n:]*->[^\n]*)$`,
  'mu',
);

/** Whether a line has two actions, of which the second would take its name from the target of the first. */
export function secondActions(tokens: readonly IToken[]): readonly IToken[] {
  return tokens.filter((token, index) => {
    if (token.tokenType !== Phrase || tokens[index - 1]?.tokenType !== Arrow) return false;
    const next = tokens[index + 1];
    return next?.tokenType === Arrow && next.startLine === token.startLine;
  });
}

interface Reading {
  readonly lexed: Lexed;
  readonly read: TokensRead;
}

/** The habits that are looked for on a line. */
export function habitsOf(isInside: boolean): readonly FindHabit[] {
  return isInside ? INNER_HABITS : ALL_HABITS;
}

/** Tells of all lines with a fault that have a habit in them. Shape: what mends them. */
function tellHabits(source: Source, { lexed, read }: Reading, report: Report): readonly Edit[] {
  const mending: Edit[] = [];
  const open = new Set(
    lexed.tokens
      .filter((token) => textFault(token, source) !== undefined)
      .map(({ startOffset }) => lineStart(source.text, startOffset)),
  );
  const isIn = insideValues(lexed.tokens);
  for (const [offset, missed] of linesOf(source, lexed, read)) {
    // What lies in a text that is mended is none of the language.
    if (mending.some(({ span }) => span.start < offset && offset < span.end)) continue;
    const line = lineAt(source, lexed.tokens, offset);
    if (!line) continue;
    const onLine = missed.map((each) => ({ ...each, at: each.at - line.start }));
    const isOpen = open.has(line.start);
    const isInside = isIn(line.start);
    const finds = habitsOf(isInside);
    for (const find of isOpen ? [...FENCE_HABITS, ...finds] : finds) {
      const habit = find({ ...line, isInside, missed: onLine });
      if (!habit) continue;
      mending.push(...tellHabit(source, line.start, habit, report));
      break;
    }
  }
  return mending;
}

function tellHabit(source: Source, lineStart: number, habit: Habit, report: Report): readonly Edit[] {
  const { at, expected = '', fault, word, found, title, safe = false, help } = habit;
  const spanAt = (start: number, end: number) => ({ source, start: lineStart + start, end: lineStart + end });
  const span = spanAt(...at);
  const edits = habit.edits.map(([start, end, newText]) => ({ span: spanAt(start, end), newText }));
  const params = { expected, found: found ?? describe(source.text.slice(span.start, span.end)) };
  const fix = title === undefined ? {} : { fix: { title, safe, edits } };
  const extra = { ...fix, ...(help === undefined ? {} : { help }) };
  if (fault !== undefined) report('malformed-string', span, { fault }, extra);
  else if (word !== undefined) report('unknown-word', span, { word, expected }, extra);
  else report('unexpected-word', span, params, extra);
  return edits;
}

/** Words that may say of a second action, which would be lost with them. */
const OTHER_WAYS = /^(?:if|else|otherwise|unless)$/;

/** The lines that something is missed on, or behind, by their first such place. */
function linesOf(
  source: Source,
  { tokens, strays }: Lexed,
  { faults, asides }: TokensRead,
): Map<number, Missed[]> {
  const lines = new Map<number, Missed[]>();
  const add = (at: number, missed?: Missed) => {
    const start = lineStart(source.text, at);
    if (start === undefined || (lines.size >= MAX_LINES && !lines.has(start))) return;
    const known = lines.get(start) ?? [];
    lines.set(start, known);
    if (missed) known.push(missed);
  };
  for (const { start } of strays) add(start);
  for (const token of tokens) if (textFault(token, source) !== undefined) add(token.startOffset);
  for (const token of secondActions(tokens)) add(token.startOffset);
  for (const { token } of asides) if (OTHER_WAYS.test(token.image)) add(token.startOffset);
  for (const { token, previous, expected, rule } of faults) {
    if (previous) add(previous.startOffset, { at: previous.startOffset, expected, rule });
    if (!Number.isNaN(token.startOffset)) add(token.startOffset, { at: token.startOffset, expected, rule });
  }
  return new Map([...lines].toSorted(([one], [two]) => one - two));
}
