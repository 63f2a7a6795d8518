import { endOfString } from '../../expression/cel/end-of-string.ts';

/**
 * Finds the `}` that closes an expression in a template.
 *
 * Braces inside are paired, texts in quotes are passed over, and so are comments. A quote that is not closed
 * (`${it's}`) hides nothing: the expression ends where it seems to, and its own parser tells the fault.
 * Shape: `from` is the offset after `${`; gives the offset of the brace, or undefined when there is none.
 */
export function findClosingBrace(text: string, from: number): number | undefined {
  // Up to where a quote of each kind is known to be unclosed: no stretch is searched twice for the same.
  const unclosed = new Map<string, number>();
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text[at] ?? '';
    if (unit === '{') depth += 1;
    else if (unit === '}') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (unit === '"' || unit === "'") at = passString(text, at, unclosed) - 1;
    else if (unit === '/' && text[at + 1] === '/') at = lineEnd(text, at);
  }
  return undefined;
}

/** The offset after a text in quotes, or after its quote when it is not closed. */
function passString(text: string, quote: number, unclosed: Map<string, number>): number {
  const mark = text[quote] ?? '';
  const opening = text.startsWith(mark.repeat(3), quote) ? mark.repeat(3) : mark;
  if (quote >= (unclosed.get(opening) ?? 0)) {
    const end = endOfString(text, quote);
    if (end !== undefined) return end;
    unclosed.set(opening, opening.length === 3 ? text.length : lineEnd(text, quote));
  }
  return quote + opening.length;
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}
