import { type IToken, tokenMatcher } from 'chevrotain';
import type { Source } from '../../text/source.ts';
import { CelText, Text } from '../words/literals.ts';

/** A line that something is wrong with. Units: offsets in it; `start` is that of the line in its source. */
export interface Line {
  readonly source: Source;
  readonly start: number;
  readonly text: string;
  /** The line with the insides of its texts and its comment blanked out. */
  readonly bare: string;
  /** What the whole text was cut into. */
  readonly tokens: readonly IToken[];
  /** Whether it begins between the brackets of a value. */
  readonly isInside: boolean;
  /** What the parser missed on it, and where. */
  readonly missed: readonly Missed[];
}

export interface Missed {
  readonly at: number;
  readonly expected: string;
  readonly rule: string;
}

/** A common mistake. Units: offsets in the line; those of a long one may lie behind it. */
export type Mistake = MistakeFound & ({ readonly help: string } | { readonly title: string });

interface MistakeFound {
  readonly at: readonly [start: number, end: number];
  /** What is missed; or what is wrong with a text, as a part of a sentence. */
  readonly expected?: string;
  readonly fault?: string;
  /** A word that means nothing where it stands. */
  readonly word?: string;
  /** What it is called; without it what stands at its place. */
  readonly found?: string;
  readonly help?: string;
  /** What the fix is called. Without it none is offered: the edits only let reading go on. */
  readonly title?: string;
  readonly safe?: boolean;
  readonly edits: readonly LineEdit[];
  /** The other way to read it. */
  readonly other?: { readonly title: string; readonly edits: readonly LineEdit[] };
}

export type LineEdit = readonly [start: number, end: number, newText: string];
export type FindMistake = (line: Line) => Mistake | undefined;

/** A text that stands behind an expression and is no operand of it: a part of patterns. */
export const TEXT_BEHIND = String.raw`(?<=[\w)\]"'])(?<!\b(?:in|is|eq|equals|isnt|not|and|or))\s+["']`;

/** Lines beyond this are not looked at. Units: UTF-16 units. */
const MAX_LINE = 400;

/** The line of a place. Shape: undefined for one too long to look at. */
export function lineAt(
  source: Source,
  tokens: readonly IToken[],
  offset: number,
): Omit<Line, 'missed' | 'isInside'> | undefined {
  const { text } = source;
  const start = lineStart(text, offset);
  if (start === undefined) return undefined;
  const next = text.slice(start, start + MAX_LINE + 1).indexOf('\n');
  const end = next < 0 ? text.length : start + next;
  if (end - start > MAX_LINE) return undefined;
  const whole = text.slice(start, end).replace(/\r$/, '');
  let bare = whole;
  for (let index = firstAt(tokens, start); index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || token.startOffset >= end) break;
    if (!tokenMatcher(token, Text) && !tokenMatcher(token, CelText)) continue;
    const inside = token.startOffset - start + 1;
    const size = Math.max(0, Math.min(token.image.length - 2, bare.length - inside));
    bare = bare.slice(0, inside) + '_'.repeat(size) + bare.slice(inside + size);
  }
  return {
    source,
    start,
    tokens,
    text: whole,
    bare: bare.replace(/(?<=^|\s)\/\/.*$/, (all) => ' '.repeat(all.length)),
  };
}

/** Where the line of a place begins; undefined where that is far. */
export function lineStart(text: string, offset: number): number | undefined {
  const from = Math.max(0, offset - MAX_LINE);
  const found = text.slice(from, offset).lastIndexOf('\n');
  return found < 0 && from > 0 ? undefined : from + found + 1;
}

/** The index of the first token at or behind a place. */
export function firstAt(tokens: readonly IToken[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.startOffset ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where something was found. Shape: `part` gives what a group found, or nothing as an empty text. */
export interface Found {
  readonly match: RegExpExecArray;
  readonly at: readonly [start: number, end: number];
  readonly part: (name: string) => string;
}

/** Where the group `at` of a pattern is in a text. */
export function placeIn(pattern: RegExp, text: string): Found | undefined {
  const match = new RegExp(pattern.source, 'du').exec(text);
  const at = match?.indices?.groups?.['at'];
  return match && at ? { match, at, part: (name) => match.groups?.[name] ?? '' } : undefined;
}
