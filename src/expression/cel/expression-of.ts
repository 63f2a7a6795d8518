import { collect } from '../../diagnostics/diagnostic.ts';
import type { ExpressionText } from '../../model/action.ts';
import { invariant } from '../../util/invariant.ts';
import type { Expression } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

const parsed = new WeakMap<ExpressionText, Expression>();

/**
 * Gives the expression of a node of a validated map, parsed at its first use.
 *
 * Its span lies in a source of its own; what a map's author is told needs the place in the map instead.
 * Errors: throws an InvariantError for a text that is no expression.
 */
export function expressionOf(node: ExpressionText): Expression {
  const known = parsed.get(node);
  if (known) return known;
  const { diagnostics, report } = collect();
  const source = { name: 'expression', text: node.text };
  const expression = parseExpression({ source, start: 0, end: node.text.length }, report);
  invariant(expression, diagnostics[0]?.message ?? 'An expression of a validated map parses.');
  parsed.set(node, expression);
  return expression;
}
