import type { Extra, Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { toError } from '../../util/error.ts';
import { fromCel } from './convert-value.ts';
import { evaluateNode } from './evaluate-node.ts';
import type { Expression } from './expression.ts';
import { ExpressionError } from './expression-error.ts';
import { ExpressionFault } from './expression-fault.ts';
import { Frame, valueOf } from './frame.ts';
import type { Node, Place } from './node.ts';
import type { Fault } from './read-tokens.ts';
import { readSyntaxTree } from './syntax-tree.ts';
import type { Scope } from '../types/value.ts';
import type { Value } from '../../model/value.ts';

/** Units: UTF-16 units. */
export const MAX_EXPRESSION_LENGTH = 10_000;

/**
 * Parses an expression: CEL, with additions.
 *
 * What is added: words that CEL reserves are names; whole and other numbers mix, and join with text; `has` is safe for whatever
 * is missing; an absent name reads as nothing of its type; null is false as a condition; `vars["story-id"]` reads a name that is
 * no word; a bare word as a key of `{…}` is that word.
 * What is left out: bytes, unsigned numbers, times, types as values, regular expressions, `cel.bind`. None of them is needed to
 * choose a path, and some take time that nobody can bound.
 * Types are the business of `check-expression.ts`.
 * Errors: reports `invalid-expression` and gives undefined.
 */
export function parseExpression(span: Span, report: Report): Expression | undefined {
  const text = span.source.text.slice(span.start, span.end);
  if (text.length > MAX_EXPRESSION_LENGTH) {
    const problem = `it has ${text.length} characters; at most ${MAX_EXPRESSION_LENGTH} are read`;
    report('invalid-expression', { ...span, end: span.start + MAX_EXPRESSION_LENGTH }, { problem });
    return undefined;
  }
  const tree = readSyntaxTree(text);
  if ('problem' in tree) {
    report('invalid-expression', placeIn(span, tree), { problem: tree.problem }, fixOf(tree, span));
    return undefined;
  }
  const { root, names } = tree;
  return {
    text,
    span,
    root,
    names: names.map(({ name, isGuarded, ...place }) => ({
      name,
      span: placeIn(span, place),
      guarded: isGuarded,
    })),
    evaluate: (scope) => evaluate(text, root, scope),
  };
}

function fixOf({ meant }: Fault, span: Span): Extra {
  if (meant === undefined) return {};
  const edits = [{ span: placeIn(span, meant), newText: meant.newText }];
  return { fix: { title: `Write ${meant.newText}.`, safe: false, edits } };
}

/** A bare name, which is what most placeholders hold, gives the value itself. */
function evaluate(text: string, root: Node, scope: Scope): Value {
  try {
    if (root.kind === 'name') return valueOf(scope, root.name);
    const frame = new Frame(scope);
    const result = evaluateNode(root, { text, frame, bound: new Map() });
    frame.requireUnits();
    return fromCel(result);
  } catch (thrown) {
    throw new ExpressionError(text, reasonOf(thrown), { cause: thrown });
  }
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof ExpressionFault) return thrown.message;
  // What the platform throws is still a fault of this expression with these values.
  return `it fails for a reason of its own (${toError(thrown).message})`;
}

function placeIn(span: Span, { start, end }: Place): Span {
  return { source: span.source, start: span.start + start, end: span.start + end };
}
