import { readTokens, type Token } from './read-tokens.ts';

/**
 * The text of a part of an expression, as it is written.
 *
 * The library's places leave out parentheses at either end, where they belong to a part of the part: `a || b) && c`. What is
 * cut off is put back, so that the text is an expression of its own.
 * Units: offsets into the text, half-open.
 */
export function textOfNode(text: string, node: { readonly start: number; readonly end: number }): string {
  const tokens = readTokens(text).tokens.filter(({ kind }) => kind === 'mark');
  const inside = tokens.filter(({ start, end }) => start >= node.start && end <= node.end);
  const { opened, closed } = unmatched(text, inside);
  const before = tokens.filter(({ end }) => end <= node.start).toReversed();
  const after = tokens.filter(({ start }) => start >= node.end);
  const start = take(text, before, '(', closed)?.start ?? node.start;
  const end = take(text, after, ')', opened)?.end ?? node.end;
  return text.slice(start, end).trim();
}

function unmatched(text: string, tokens: readonly Token[]): { opened: number; closed: number } {
  let opened = 0;
  let closed = 0;
  for (const { start } of tokens) {
    if (text[start] === '(') opened += 1;
    else if (text[start] === ')' && opened > 0) opened -= 1;
    else if (text[start] === ')') closed += 1;
  }
  return { opened, closed };
}

/** The last of so many parentheses, the nearest first; undefined for none. */
function take(text: string, tokens: readonly Token[], mark: string, count: number): Token | undefined {
  return count === 0 ? undefined : tokens.filter(({ start }) => text[start] === mark)[count - 1];
}
