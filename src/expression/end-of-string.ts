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
  for (let at = quote + closing.length; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '\\') at += 1;
    else if (unit === mark && text.startsWith(closing, at)) return at + closing.length;
    else if (!triple && (unit === '\n' || unit === '\r')) return undefined;
  }
  return undefined;
}
