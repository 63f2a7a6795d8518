/** A stretch of a text. Units: half-open offsets. */
type Range = readonly [start: number, end: number];

/**
 * A text in quotes on one line, in which a placeholder may have quotes of its own: `"a ${xs.join(", ")} b"`.
 *
 * Shape: `end` is the offset behind its last quote; `verbatim` are each `${…}` in which nothing is escaped: with quotes of its own, or
 * with an escape in a text of its own that only an expression can read, such as `\n`. A `${` that is not closed on the line is text like any
 * other, and so are all behind it; `isClosed` is false then.
 */
interface QuotedText {
  readonly end: number;
  readonly verbatim: readonly Range[];
  readonly isClosed: boolean;
}

/** Reads the text that begins with the quote at an offset; undefined where it is not closed on its line. */
export function quotedText(text: string, from: number): QuotedText | undefined {
  const verbatim: Range[] = [];
  // What follows one that is not closed is searched once.
  let isClosed = true;
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '"') return { end: at + 1, verbatim, isClosed };
    if (isLineEnd(unit)) return undefined;
    if (unit === '\\') {
      at += 1;
      if (isLineEnd(text[at])) return undefined;
    } else if (isClosed && unit === '$' && text[at + 1] === '{' && text[at + 2] !== '{') {
      const placeholder = placeholderAt(text, at);
      isClosed = placeholder !== undefined;
      if (placeholder === undefined) continue;
      if (placeholder.isVerbatim) verbatim.push([at, placeholder.end]);
      at = placeholder.end - 1;
    }
  }
  return undefined;
}

/** Each `${…}` of a text in quotes in which nothing is escaped. Units: offsets in that, quotes included. */
export function verbatimIn(image: string): readonly Range[] {
  if (!image.startsWith('"') || image.startsWith('"""') || !image.includes('${')) return [];
  return quotedText(image, 0)?.verbatim ?? [];
}

/** Braces are paired and texts passed over; undefined where the placeholder is not closed on the line. */
function placeholderAt(
  text: string,
  start: number,
): { readonly end: number; readonly isVerbatim: boolean } | undefined {
  let [depth, isVerbatim] = [0, false];
  for (let at = start + 2; !isLineEnd(text[at]); at += 1) {
    const unit = text.charAt(at);
    if (unit === '}' && depth === 0) return { end: at + 1, isVerbatim };
    depth += STEPS[unit] ?? 0;
    if (unit === '\\') at += 1;
    if (!QUOTES.includes(unit)) continue;
    const inner = innerAt(text, at) ?? ifApostrophe(unit, at);
    if (inner === undefined) return undefined;
    isVerbatim ||= inner.isVerbatim;
    at = inner.last;
  }
  return undefined;
}

/** An apostrophe hides nothing. */
function ifApostrophe(unit: string, at: number): ReturnType<typeof innerAt> {
  return unit === '"' ? undefined : { last: at, isVerbatim: false };
}

const QUOTES = `"'`;
const STEPS: Readonly<Record<string, number>> = { '{': 1, '}': -1 };

/**
 * The text of an expression that begins with a quote.
 *
 * Shape: `last` is the offset of the quote that closes it; `isVerbatim` says that it has a `"`, or an escape that only an expression
 * can read: a line end would break it in two.
 */
function innerAt(
  text: string,
  quote: number,
): { readonly last: number; readonly isVerbatim: boolean } | undefined {
  let isVerbatim = text[quote] === '"';
  for (let at = quote + 1; at < text.length && !isLineEnd(text[at]); at += 1) {
    if (text[at] === '\\') {
      at += 1;
      isVerbatim ||= !ESCAPED.includes(text.charAt(at));
    } else if (text[at] === text[quote]) return { last: at, isVerbatim };
    else isVerbatim ||= text[at] === '"';
  }
  return undefined;
}

/** What escapes of JSON stand for that a text of an expression can have as it is. */
const ESCAPED = '"\\/bftu';

function isLineEnd(unit: string | undefined): boolean {
  return unit === undefined || unit === '\n' || unit === '\r';
}
