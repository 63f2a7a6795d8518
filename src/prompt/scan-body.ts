import type { Span, Source } from '../text/source.ts';
import { findClosingBrace } from './find-closing-brace.ts';

/** A stretch of a body: text to be used as it is, the inside of `${…}`, or a `${` that is never closed. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly span: Span }
  | { readonly kind: 'unclosed'; readonly span: Span };

/** Each costs a search to the end of the text, so they are counted to keep the scan linear. */
const MAX_UNCLOSED = 20;

/**
 * Cuts a body at its placeholders, in time linear in its length.
 *
 * `${{` is literal, all three characters and what follows (GitHub writes its own expressions so); an expression
 * that starts with `{` takes a space before it. `\${` is a literal `${`, whatever stands before the backslash.
 */
export function scanBody(source: Source, start: number): readonly Piece[] {
  const { text } = source;
  const pieces: Piece[] = [];
  let literal = '';
  let done = start;
  let unclosed = 0;
  let at = text.indexOf('${', start);
  while (at >= 0 && unclosed < MAX_UNCLOSED) {
    let next = at + 2;
    if (at > done && text[at - 1] === '\\') {
      literal += `${text.slice(done, at - 1)}\${`;
      done = next;
    } else if (text[next] !== '{') {
      const end = findClosingBrace(text, next);
      literal += text.slice(done, at);
      pieces.push({ kind: 'text', text: literal });
      literal = '';
      if (end === undefined) {
        unclosed += 1;
        pieces.push({ kind: 'unclosed', span: { source, start: at, end: lineEndAt(text, at) } });
        done = at;
      } else {
        pieces.push({ kind: 'expression', span: { source, start: next, end } });
        next = end + 1;
        done = next;
      }
    }
    at = text.indexOf('${', next);
  }
  pieces.push({ kind: 'text', text: literal + text.slice(done) });
  return pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
}

function lineEndAt(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}
