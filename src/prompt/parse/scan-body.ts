import type { Span, Source } from '../../text/source.ts';
import { findPlaceholders } from './find-placeholders.ts';

/** A stretch of a body: text to be used as it is, the inside of `${…}`, or a `${` that is never closed. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly span: Span }
  | { readonly kind: 'unclosed'; readonly span: Span };

/** Cuts a body at its placeholders, in time linear in its length. */
export function scanBody(source: Source, start: number): readonly Piece[] {
  const { text } = source;
  const pieces: Piece[] = [];
  let literal = '';
  let done = start;
  for (const placeholder of findPlaceholders(source, start)) {
    literal += text.slice(done, placeholder.start);
    // A `${` that is never closed stays in the text.
    done = placeholder.kind === 'unclosed' ? placeholder.start : placeholder.end;
    if (placeholder.kind === 'literal') {
      literal += placeholder.text;
      continue;
    }
    pieces.push({ kind: 'text', text: literal }, { kind: placeholder.kind, span: placeholder.span });
    literal = '';
  }
  pieces.push({ kind: 'text', text: literal + text.slice(done) });
  return pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
}
