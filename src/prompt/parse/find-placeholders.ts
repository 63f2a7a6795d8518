import type { Span, Source } from '../../text/source.ts';
import { findClosingBrace } from './find-closing-brace.ts';

/**
 * A stretch of a body that begins with `${`: something to be used literally as `text`, the inside of `${…}`,
 * or a `${` that is never closed.
 *
 * Units: `start` and `end` are the whole stretch; `span` is what a message is about.
 */
export type Placeholder = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly span: Span }
  | { readonly kind: 'unclosed'; readonly span: Span }
);

/** Each costs a search to the end of the text, so they are counted to keep the scan linear. */
const MAX_UNCLOSED = 20;

/**
 * Finds the placeholders of a body in order, in time linear in its length.
 *
 * `${{` is literal, all three characters (GitHub writes its own expressions so); an expression that starts with
 * `{` takes a space before it. `\${` is a literal `${`, whatever stands before the backslash.
 */
export function* findPlaceholders(source: Source, start: number): Generator<Placeholder> {
  const { text } = source;
  let done = start;
  let unclosed = 0;
  for (let at = text.indexOf('${', start); at >= 0; at = text.indexOf('${', done)) {
    const inside = at + 2;
    const end = inside;
    if (at > done && text[at - 1] === '\\') {
      yield { kind: 'literal', text: '${', start: at - 1, end };
      done = end;
    } else if (text[inside] === '{') {
      yield { kind: 'literal', text: '${{', start: at, end: end + 1 };
      done = end + 1;
    } else {
      const closing = findClosingBrace(text, inside);
      if (closing === undefined) {
        yield { kind: 'unclosed', span: { source, start: at, end: lineEndAt(text, at) }, start: at, end };
        unclosed += 1;
        if (unclosed >= MAX_UNCLOSED) return;
        done = end;
      } else {
        yield {
          kind: 'expression',
          span: { source, start: inside, end: closing },
          start: at,
          end: closing + 1,
        };
        done = closing + 1;
      }
    }
  }
}

function lineEndAt(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
