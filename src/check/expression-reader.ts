import type { Report } from '../diagnostics/diagnostic.ts';
import type { Expression } from '../expression/cel/expression.ts';
import { parseExpression } from '../expression/cel/parse-expression.ts';
import type { ExpressionText } from '../model/action.ts';
import type { MapDocument } from '../model/map-document.ts';
import { commandPartsOf } from '../prompt/shell/command-parts.ts';
import { openingOf } from '../prompt/parse/opening-of.ts';
import { wholeOf, type Source } from '../text/source.ts';
import type { PlacedTexts } from './placed-texts.ts';

/** Parses the expressions of a map, each once, and tells what is wrong with them then. */
export class ExpressionReader {
  readonly #document: MapDocument;
  readonly #texts: PlacedTexts;
  readonly #report: Report;
  readonly #sources = new Map<ExpressionText, Source>();
  readonly #expressions = new Map<ExpressionText, Expression | undefined>();
  readonly #placeholders = new Map<ExpressionText, readonly Expression[]>();

  constructor(document: MapDocument, texts: PlacedTexts, report: Report) {
    this.#document = document;
    this.#texts = texts;
    this.#report = report;
  }

  readonly sourceOf = (node: ExpressionText): Source => {
    const source = this.#sources.get(node) ?? this.#texts.sourceOf(node.text, this.#document.spanOf(node));
    this.#sources.set(node, source);
    return source;
  };

  /** Errors: reports `invalid-expression`. */
  readonly expressionOf = (node: ExpressionText): Expression | undefined => {
    if (this.#expressions.has(node)) return this.#expressions.get(node);
    const expression = parseExpression(wholeOf(this.sourceOf(node)), this.#report);
    this.#expressions.set(node, expression);
    return expression;
  };

  /** Errors: reports `invalid-expression` and `unclosed-expression`. */
  readonly placeholdersOf = (node: ExpressionText): readonly Expression[] => {
    const known = this.#placeholders.get(node);
    if (known) return known;
    const source = this.sourceOf(node);
    const found: Expression[] = [];
    for (const { kind, start, end } of commandPartsOf(node)) {
      const span = { source, start, end };
      if (kind === 'unclosed') {
        this.#report('unclosed-expression', span, { opening: openingOf(node.text, span) });
      }
      const expression = kind === 'expression' ? parseExpression(span, this.#report) : undefined;
      if (expression) found.push(expression);
    }
    this.#placeholders.set(node, found);
    return found;
  };
}
