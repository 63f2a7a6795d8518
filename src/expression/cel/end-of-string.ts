/**
 * Finds where a CEL text literal ends.
 *
 * Shape: `quote` is the offset of the first quote, after a prefix such as `r`. Three quotes open a text over
 * several lines; one quote a text on one line. A backslash takes the next unit with it, in raw texts too.
 * Undefined when the literal is not closed.
 */
export function endOfString(text: string, quote: number): number | undefined {
  const mark = text[quote] ?? '';
  const triple = text.startsWith(mark.repeat(3), quote);
  const closing = triple ? mark.repeat(3) : mark;
  // Most of a text is nothing to stop at, and the pattern passes that over by itself.
  STOP.lastIndex = quote + closing.length;
  for (let found = STOP.exec(text); found; found = STOP.exec(text)) {
    const { 0: unit, index } = found;
    if (unit === '\\') STOP.lastIndex = index + 2;
    else if (unit === mark && text.startsWith(closing, index)) return index + closing.length;
    else if (!triple && (unit === '\n' || unit === '\r')) return undefined;
  }
  return undefined;
}

const STOP = /[\\"'\n\r]/g;
