import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { WORDS } from './alias-names.ts';
import { createCelExpression } from './cel-expression.ts';
import type { Expression } from './expression.ts';
import { ExpressionError } from './expression-error.ts';
import { ExpressionFault } from './expression-fault.ts';
import { valueOf } from './frame.ts';

/** Units: UTF-16 units. */
export const MAX_EXPRESSION_LENGTH = 10_000;

const BARE_NAME = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*$/;

/**
 * Parses an expression: CEL, with the additions that `cel-expression.ts` lists.
 *
 * A bare name, which is what most placeholders hold, is read without the CEL library.
 * Errors: reports `invalid-expression` and gives undefined.
 */
export function parseExpression(span: Span, report: Report): Expression | undefined {
  const text = span.source.text.slice(span.start, span.end);
  if (text.length > MAX_EXPRESSION_LENGTH) {
    const problem = `it has ${text.length} characters; at most ${MAX_EXPRESSION_LENGTH} are read`;
    report('invalid-expression', { ...span, end: span.start + MAX_EXPRESSION_LENGTH }, { problem });
    return undefined;
  }
  const name = BARE_NAME.exec(text)?.[1];
  if (name !== undefined && !WORDS.has(name)) return createName(text, span, name);
  return createCelExpression(text, span, report);
}

function createName(text: string, span: Span, name: string): Expression {
  const start = span.start + text.indexOf(name);
  return {
    text,
    span,
    names: [{ name, span: { source: span.source, start, end: start + name.length }, guarded: false }],
    evaluate: (scope) => {
      try {
        return valueOf(scope, name);
      } catch (thrown) {
        if (!(thrown instanceof ExpressionFault)) throw thrown;
        throw new ExpressionError(text, thrown.message, { cause: thrown });
      }
    },
  };
}
