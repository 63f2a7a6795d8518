import type { Edit, Fix } from '../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/**
 * A text with edits made in it, so that reading can go on behind a mistake, and where its places are in the original.
 *
 * Units: half-open offsets.
 */
export class RecoveredText {
  readonly #original: Source;
  /** In the order of the original, none overlapping another. */
  #pieces: readonly Piece[] = [];
  source: Source;

  constructor(original: Source) {
    this.#original = original;
    this.source = original;
  }

  /** The place in the original; of one in a text that was put there, where that begins, or with `isEnd` ends. */
  placeOf(offset: number, isEnd = false): number {
    let shift = 0;
    for (const { start, end, newText } of this.#pieces) {
      const from = start + shift;
      if (offset < from || (offset === from && !isEnd)) break;
      if (offset < from + newText.length) return isEnd ? end : start;
      shift += newText.length - (end - start);
    }
    return offset - shift;
  }

  spanOf({ source, start, end }: Span): Span {
    if (source !== this.source) return { source, start, end };
    const from = this.placeOf(start);
    return { source: this.#original, start: from, end: Math.max(from, this.placeOf(end, true)) };
  }

  /** A fix for the original; undefined where it would change what a mistake before it has changed. */
  fixOf(fix: Fix | undefined): Fix | undefined {
    if (!fix) return undefined;
    const edits = fix.edits.map(({ span, newText }): Edit => ({ span: this.spanOf(span), newText }));
    return edits.some(({ span }) => this.#isEdited(span)) ? undefined : { ...fix, edits };
  }

  /** Makes edits of the original that touch none made before. */
  edit(edits: readonly Edit[]): void {
    const pieces = [...this.#pieces];
    for (const { span, newText } of edits) {
      if (pieces.some((piece) => touches(piece, span))) continue;
      pieces.push({ start: span.start, end: span.end, newText });
    }
    this.#pieces = pieces.toSorted((one, two) => one.start - two.start || one.end - two.end);
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, newText } of this.#pieces) {
      parts.push(this.#original.text.slice(from, start), newText);
      from = end;
    }
    const text = parts.join('') + this.#original.text.slice(from);
    this.source = { name: this.#original.name, text };
  }

  #isEdited(span: Span): boolean {
    return this.#pieces.some((piece) => touches(piece, span));
  }
}

function touches(piece: Piece, { start, end }: Span): boolean {
  return piece.start < end && start < piece.end ? true : piece.start === start;
}
