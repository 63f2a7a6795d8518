import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import { isUnescaped, stringOffsets } from '../parse/tree/string-offsets.ts';
import type { Source, Span } from '../text/source.ts';

/**
 * Texts that stand in string literals of a map, each a source of its own.
 *
 * What is found in such a text is found there; {@link PlacedTexts.placed} finds it in the map.
 */
export class PlacedTexts {
  readonly #literals = new Map<Source, Span>();

  /** The source of a text. `literal` is where the map writes it, quotes included. */
  sourceOf(text: string, literal: Span): Source {
    const source = { name: literal.source.name, text };
    this.#literals.set(source, literal);
    return source;
  }

  /** A diagnostic with all that it says of such a text told of the map's own. */
  placed(diagnostic: Diagnostic): Diagnostic {
    if (this.#literals.size === 0) return diagnostic;
    const { span, related, fix, otherFix } = diagnostic;
    return {
      ...diagnostic,
      span: this.placedSpan(span),
      related: related.map((each) => ({ ...each, span: this.placedSpan(each.span) })),
      fix: fix && this.#placedFix(fix),
      otherFix: otherFix && this.#placedFix(otherFix),
    };
  }

  #placedFix(fix: Fix): Fix {
    const edits = fix.edits.map(({ span, newText }) => ({
      span: this.placedSpan(span),
      newText: this.#written(newText, span),
    }));
    return { ...fix, edits };
  }

  /** As it stands in the literal that a text is written in. */
  #written(newText: string, span: Span): string {
    const literal = this.#literals.get(span.source);
    if (!literal) return newText;
    const { start } = this.placedSpan(span);
    return isUnescaped(literal.source.text, literal, span.source.text.length, start)
      ? newText
      : JSON.stringify(newText).slice(1, -1);
  }

  /** A stretch of such a text, where the map writes it. */
  placedSpan(span: Span): Span {
    const literal = this.#literals.get(span.source);
    if (!literal) return span;
    const offsetOf = stringOffsets(literal.source.text, literal.start, literal.end, span.source.text.length);
    return { source: literal.source, start: offsetOf(span.start), end: offsetOf(span.end) };
  }
}
