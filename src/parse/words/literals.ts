import { createToken } from 'chevrotain';
import { quotedText } from '../tree/quoted-text.ts';
import { DIGITS, matching } from './characters.ts';
import { category } from './words.ts';

/** A text: in quotes, or fenced. */
export const Text = category('Text');

/** What texts that only CEL writes begin with. */
const CEL_STARTS = ["'", 'r', 'R', 'b', 'B'];

/** Three quotes begin a fence or raw text. */
export const Quoted = createToken({
  name: 'Quoted',
  pattern: { exec: matchQuoted },
  line_breaks: false,
  start_chars_hint: ['"'],
  categories: Text,
});
/**
 * A text without its closing quotes: told once, and taken as a text to the end of its line. Were it cut at the next
 * quote, a line of quotes would be looked through once for each.
 */
export const Unclosed = createToken({
  name: 'Unclosed',
  pattern: { exec: matchUnclosed },
  line_breaks: false,
  start_chars_hint: ['"', ...CEL_STARTS],
  categories: Text,
});
export const Fenced = createToken({
  name: 'Fenced',
  pattern: { exec: matchFence },
  line_breaks: true,
  start_chars_hint: ['"'],
  categories: Text,
});
/** A text of one line between three or more quotes, in which nothing is escaped. */
export const Raw = createToken({
  name: 'Raw',
  pattern: { exec: matching(/("{3,})(?!")[^\n\r]*?[^"\n\r]\1(?!")/y) },
  line_breaks: false,
  start_chars_hint: ['"'],
  categories: Text,
});
/** Texts as only CEL writes them. */
export const CelText = createToken({
  name: 'CelText',
  pattern: { exec: matchCelText },
  line_breaks: false,
  start_chars_hint: CEL_STARTS,
});
export const Duration = createToken({
  name: 'Duration',
  pattern: { exec: matching(/(?:\d+(?:ms|s|m|h)){1,20}(?![\p{L}\p{N}_])/uy) },
  line_breaks: false,
  start_chars_hint: [...DIGITS],
});
export const NumberToken = createToken({
  name: 'Number',
  pattern: /0[xX][0-9a-fA-F]+u?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?u?/,
  line_breaks: false,
  start_chars_hint: [...DIGITS],
});

/** Where quotes inside of placeholders leave it open, it ends at the first of them. */
function matchQuoted(text: string, offset: number): [string] | null {
  if (text.startsWith('"""', offset)) return null;
  const { end, isClosed } = endOnLine(text, offset);
  if (!isClosed) return null;
  const plain = text.slice(offset, end);
  if (!plain.includes('${') || (tried.text === text && offset < tried.until)) return [plain];
  const quoted = quotedText(text, offset);
  if (quoted?.isClosed === true) return [text.slice(offset, quoted.end)];
  const lineEnd = text.indexOf('\n', offset);
  tried = { text, until: lineEnd < 0 ? text.length : lineEnd };
  return [plain];
}

/** Up to where a line was searched in vain: it is not searched again for each text on it. */
let tried = { text: '', until: 0 };

function matchCelText(text: string, offset: number): [string] | null {
  CEL_QUOTE.lastIndex = offset;
  if (!CEL_QUOTE.test(text)) return null;
  const { end, isClosed } = endOnLine(text, CEL_QUOTE.lastIndex - 1);
  return isClosed ? [text.slice(offset, end)] : null;
}

function matchUnclosed(text: string, offset: number): [string] | null {
  FIRST_QUOTE.lastIndex = offset;
  const [quotes] = FIRST_QUOTE.exec(text) ?? [];
  if (quotes === undefined) return null;
  if (!quotes.startsWith('"""')) return [text.slice(offset, endOnLine(text, FIRST_QUOTE.lastIndex - 1).end)];
  LINE_END.lastIndex = offset;
  return [text.slice(offset, LINE_END.exec(text)?.index)];
}

const CEL_QUOTE = /[rRbB]{1,2}["']|'/y;
const FIRST_QUOTE = /"(?:"{2,})?|[rRbB]{0,2}'/y;
const LINE_END = /[\n\r]/g;

/**
 * Where a text ends that begins with the quote at an offset: behind the next such quote, or at the end of the line. One pattern for
 * all of it would need a stack as long as the text, which V8 does not give to one of 8 MiB.
 */
function endOnLine(text: string, quote: number): { readonly end: number; readonly isClosed: boolean } {
  STOP.lastIndex = quote + 1;
  for (let found = STOP.exec(text); found; found = STOP.exec(text)) {
    const { 0: unit, index } = found;
    if (unit === text[quote]) return { end: index + 1, isClosed: true };
    if (unit === '\n' || unit === '\r') return { end: index, isClosed: false };
    // A backslash takes the next unit with it, other than a line end.
    if (unit === '\\' && !LINE_ENDS.includes(text.charAt(index + 1))) STOP.lastIndex = index + 2;
  }
  return { end: text.length, isClosed: false };
}

const STOP = /[\\"'\n\r]/g;
const LINE_ENDS = '\n\r';

/**
 * A fence goes to the same quotes on a line of their own, or to the end of the file. One that has text behind its
 * first quotes is at fault, and goes to the next such quotes, or to the end of its line.
 */
function matchFence(text: string, offset: number): [string] | null {
  FENCE.lastIndex = offset;
  const [, quotes, first] = FENCE.exec(text) ?? [];
  if (quotes === undefined || first === undefined) return null;
  if (first.trim() !== '') {
    const line = offset + quotes.length + first.length;
    const end = text.indexOf(quotes, line);
    return [text.slice(offset, end < 0 ? line : end + quotes.length)];
  }
  let line = text.indexOf('\n', offset);
  while (line >= 0) {
    let place = line + 1;
    while (text[place] === ' ' || text[place] === '\t') place += 1;
    if (text.startsWith(quotes, place) && text[place + quotes.length] !== '"')
      return [text.slice(offset, place + quotes.length)];
    line = text.indexOf('\n', place);
  }
  return [text.slice(offset)];
}

const FENCE = /("{3,})([^\n\r"][^\n\r]*|)(?=\r?\n|$)/y;
