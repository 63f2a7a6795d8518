import type { IToken } from 'chevrotain';
import type { Edit, Fix, Report } from '../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../text/source.ts';
import { ACTION_MISTAKES } from './action-mistakes.ts';
import { BLOCK_MISTAKES } from './block-mistakes.ts';
import { BRANCH_MISTAKES } from './branch-mistakes.ts';
import { CLOSURE_MISTAKES } from './closure-mistakes.ts';
import { ACTIVE_TYPES_PATTERN } from '../../model/task-types.ts';
import { EXPRESSION_MISTAKES } from './expression-mistakes.ts';
import { FENCE_MISTAKES } from './fence-mistakes.ts';
import { FIELD_MISTAKES, typedMembers } from './field-mistakes.ts';
import { insideValues } from './inside-values.ts';
import { type FindMistake, type Mistake, lineAt, lineStart, type Missed } from './line.ts';
import { agentForClaude, clauseBehindName, END_MISTAKES, misreadNames } from './misread-names.ts';
import { LIST_MISTAKES } from './list-mistakes.ts';
import { MAP_MISTAKES } from './map-mistakes.ts';
import { NAME_MISTAKES } from './name-mistakes.ts';
import { PROPERTY_MISTAKES } from './property-mistakes.ts';
import { SIGN_MISTAKES } from './sign-mistakes.ts';
import { TEXT_MISTAKES } from './text-mistakes.ts';
import { VALUE_MISTAKES } from './value-mistakes.ts';
import { foreignWord, WORD_MISTAKES } from './word-mistakes.ts';
import { isShallow } from '../words/is-shallow.ts';
import { type Lexed, lex } from '../words/lex.ts';
import { RecoveredText } from './recovered-text.ts';
import { Phrase } from '../words/name-tokens.ts';
import { readTokens, type TokensRead } from '../grammar/read-tokens.ts';
import type { ToleratedToken } from '../grammar/value-grammar.ts';
import { Arrow } from '../words/signs.ts';
import { describe } from '../words/describe.ts';
import { placeOf, reportFaults } from './report-faults.ts';
import { textFault } from './report-texts.ts';

/** The maximum number of readings: a correction may uncover more mistakes. */
const MAX_ROUNDS = 4;
/** Longer texts are not read more than once. Units: UTF-16 units. */
const MAX_RECOVERED = 1_048_576;
/** The maximum number of lines that are searched for mistakes. */
const MAX_LINES = 500;
/** Mistakes in clauses. A value of several lines is not searched for them. */
const CLAUSE_MISTAKES: readonly FindMistake[] = [
  BRANCH_MISTAKES,
  ACTION_MISTAKES,
  WORD_MISTAKES,
  LIST_MISTAKES,
  FIELD_MISTAKES,
  PROPERTY_MISTAKES,
  MAP_MISTAKES,
].flat();
const MISTAKES: readonly FindMistake[] = [
  BLOCK_MISTAKES,
  TEXT_MISTAKES,
  SIGN_MISTAKES,
  VALUE_MISTAKES,
  EXPRESSION_MISTAKES,
  NAME_MISTAKES,
].flat();
const INNER_MISTAKES = [typedMembers, ...CLOSURE_MISTAKES, ...MISTAKES];
const ALL_MISTAKES = [
  ...CLOSURE_MISTAKES,
  agentForClaude,
  ...END_MISTAKES,
  ...CLAUSE_MISTAKES,
  clauseBehindName,
  ...MISTAKES,
  foreignWord,
];

/**
 * Reports syntax errors, one a line.
 *
 * Common mistakes have messages of their own. They are corrected in a copy of the text, which is read again: so the rest of the
 * map is reported as it would be without them.
 *
 * Errors: reports the group syntax.
 */
export function reportSyntax(source: Source, lexed: Lexed, read: TokensRead, report: Report): void {
  if (reportForeign(source, report)) return;
  const recovered = new RecoveredText(source);
  const reported = new Set<number>();
  const isFirst = (offset: number) => {
    const { line } = positionAt(source, offset);
    return !reported.has(line) && reported.add(line) !== undefined;
  };
  const reportOnce: Report = (code, span, params, extra) => {
    const at = recovered.spanOf(span);
    if (!isFirst(at.start)) return;
    const related = extra?.related?.map((each) => ({ ...each, span: recovered.spanOf(each.span) }));
    const fix = recovered.fixOf(extra?.fix);
    const otherFix = recovered.fixOf(extra?.otherFix);
    report(code, at, params, { ...extra, fix, otherFix, ...(related ? { related } : {}) });
  };
  let now = { lexed, read };
  const rounds = source.text.length > MAX_RECOVERED ? 0 : MAX_ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    const edits = reportMistakes(recovered.source, now, reportOnce).map(({ span, newText }) => ({
      span: recovered.spanOf(span),
      newText,
    }));
    if (edits.length === 0) break;
    recovered.edit(edits);
    const tokens = lex(recovered.source.text);
    // What stood in a text may be brackets now.
    if (!isShallow(tokens, recovered.source, reportOnce)) return;
    now = { lexed: tokens, read: readTokens(tokens.tokens, 'map') };
  }
  // What the parser has put there to go on was not written.
  const toleratedTokens = now.read.toleratedTokens.filter(({ token }) => token.startOffset >= 0);
  const held: HeldReport[] = [];
  const { source: text } = recovered;
  reportFaults(
    { source: text, lexed: now.lexed, faults: now.read.faults, toleratedTokens },
    (code, span, params, extra) => {
      const { fix, ...rest } = extra ?? {};
      const tell = (isOffered: boolean): void => reportOnce(code, span, params, isOffered ? extra : rest);
      held.push({ fix, tell });
    },
  );
  tellTried(text, held);
}

/** The maximum number of fixes that are tried, each by a reading of the whole text. Those beyond it are not offered. */
const MAX_TRIED = 20;
/** So much is read for all of them. Units: UTF-16 units. */
const MAX_READ = 1_048_576;

/** A report that goes out with its fix or without it. */
interface HeldReport {
  readonly fix: Fix | undefined;
  readonly tell: (isOffered: boolean) => void;
}

/**
 * Tells reports, with their fixes only where their lines can be read once these are made, with those that are offered for other
 * lines: else they would lead to the next fault.
 */
function tellTried(source: Source, held: readonly HeldReport[]): void {
  const offered = new Set<Fix>();
  let left = Math.min(MAX_TRIED, Math.floor(MAX_READ / source.text.length));
  // What one fix leaves on its lines another may take away, so those that were refused are tried once more.
  for (const _round of [1, 2]) {
    for (const { fix } of held) {
      if (fix === undefined || offered.has(fix)) continue;
      left -= 1;
      const others = [...offered].flatMap(({ edits }) => edits);
      if (left >= 0 && isReadable(source, fix, others)) offered.add(fix);
    }
  }
  for (const { fix, tell } of held) tell(fix === undefined || offered.has(fix));
}

function isReadable(source: Source, { edits }: Fix, all: readonly Edit[]): boolean {
  const [first, last] = [edits[0], edits.at(-1)];
  if (!first || !last) return false;
  const from = lineStart(source.text, first.span.start) ?? first.span.start;
  const to = `${source.text}\n`.indexOf('\n', last.span.end);
  const before = all.filter(({ span }) => span.end < from);
  const mended = new RecoveredText(source);
  mended.edit([...before, ...edits, ...all.filter(({ span }) => span.start > to)]);
  const { text } = mended.source;
  const start = lineStart(text, first.span.start + growth(before)) ?? first.span.start;
  const end = `${text}\n`.indexOf('\n', last.span.end + growth([...before, ...edits]));
  const isOn = (at: number): boolean => at >= start && at <= end;
  const lexed = lex(text);
  if (!isShallow(lexed, mended.source, () => undefined)) return false;
  const { faults } = readTokens(lexed.tokens, 'map');
  return (
    !lexed.strays.some((stray) => isOn(stray.start)) &&
    !faults.some((fault) => isOn(placeOf(fault, mended.source).startOffset))
  );
}

/** How much longer a text is with these edits. Units: UTF-16 units. */
function growth(edits: readonly Edit[]): number {
  return edits.reduce((sum, { span, newText }) => sum + newText.length - (span.end - span.start), 0);
}

/** Whether all of a text is in another language, which is told once. */
function reportForeign(source: Source, report: Report): boolean {
  const start = source.text.search(/[^\s\uFEFF]/);
  const text = source.text.slice(start, start + MAX_HEAD);
  const isJson = /^\{\s*"/.test(text);
  const isYaml =
    /^(?:---\s*\n|%YAML|[\w-]+:(?:\s|$))/.test(text) && !OWN_HEAD.test(source.text.slice(0, MAX_BODY));
  if (start < 0 || (!isJson && !isYaml)) return false;
  const help = isJson
    ? 'Give the file a name that ends in .json; "wfmap compile x.json --to wfmap" writes it in the map language.'
    : 'Begin with map "what it is for", and write a task such as shell Test, with its clauses and actions on the lines below.';
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

/** The mistakes that a line is searched for. */
export function mistakesOf(isInside: boolean): readonly FindMistake[] {
  return isInside ? INNER_MISTAKES : ALL_MISTAKES;
}

/** Reports the common mistakes on all lines with a fault. Shape: the edits that correct them. */
function reportMistakes(source: Source, { lexed, read }: Reading, report: Report): readonly Edit[] {
  const repairs: Edit[] = [];
  const open = new Set(
    lexed.tokens
      .filter((token) => textFault(token, source) !== undefined)
      .map(({ startOffset }) => lineStart(source.text, startOffset)),
  );
  const isIn = insideValues(lexed.tokens);
  for (const [offset, missed] of linesOf(source, lexed, read)) {
    // What lies in a text that is mended is none of the language.
    if (repairs.some(({ span }) => span.start < offset && offset < span.end)) continue;
    const line = lineAt(source, lexed.tokens, offset);
    if (!line) continue;
    const onLine = missed.map((each) => ({ ...each, at: each.at - line.start }));
    const isOpen = open.has(line.start);
    const isInside = isIn(line.start);
    const finds = mistakesOf(isInside);
    for (const find of isOpen ? [...FENCE_MISTAKES, ...finds] : finds) {
      const mistake = find({ ...line, isInside, missed: onLine });
      if (!mistake) continue;
      repairs.push(...reportMistake(source, line.start, mistake, report));
      break;
    }
  }
  return repairs;
}

function reportMistake(source: Source, lineStart: number, mistake: Mistake, report: Report): readonly Edit[] {
  const { at, expected = '', fault, word, found, title, safe = false, help = title } = mistake;
  const spanAt = (start: number, end: number) => ({ source, start: lineStart + start, end: lineStart + end });
  const span = spanAt(...at);
  const edits = mistake.edits.map(([start, end, newText]) => ({ span: spanAt(start, end), newText }));
  const params = { expected, found: found ?? describe(source.text.slice(span.start, span.end)) };
  const fix = title === undefined ? {} : { fix: { title, safe, edits } };
  const otherFix = mistake.other && {
    title: mistake.other.title,
    safe: false,
    edits: mistake.other.edits.map(([start, end, newText]) => ({ span: spanAt(start, end), newText })),
  };
  const extra = { ...fix, otherFix, ...(help === undefined ? {} : { help }) };
  if (fault !== undefined) report('malformed-string', span, { fault }, extra);
  else if (word !== undefined) report('unknown-word', span, { word, expected }, extra);
  else report('unexpected-word', span, params, extra);
  return edits;
}

/** Words that may say of a second action, which would be lost with them. */
const OTHER_WAYS = /^(?:if|else|otherwise|unless)$/;

/** Whether what was read although it is not written so may be a mistake of the table. */
function isMistake({ token, missing }: ToleratedToken): boolean {
  return missing === 'line' || missing === 'arrow' || OTHER_WAYS.test(token.image);
}

/** The lines that something is missed on, or behind, by their first such place. */
function linesOf(
  source: Source,
  { tokens, strays }: Lexed,
  { faults, toleratedTokens }: TokensRead,
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
  for (const token of misreadNames(tokens, source.text)) add(token.startOffset);
  for (const { token } of toleratedTokens.filter(isMistake)) add(token.startOffset);
  for (const { token, previous, expected, rule } of faults) {
    if (previous) add(previous.startOffset, { at: previous.startOffset, expected, rule });
    if (!Number.isNaN(token.startOffset)) add(token.startOffset, { at: token.startOffset, expected, rule });
  }
  return new Map([...lines].toSorted(([one], [two]) => one - two));
}
