import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { toError } from '../../util/error.ts';
import { adaptTree } from './adapt-tree.ts';
import type { Aliased } from './alias-names.ts';
import { analyseExpression, namesOf } from './analyse-expression.ts';
import { parseCel, type CelExpression } from './cel-library.ts';
import { fromCel } from './convert-value.ts';
import { describeFault } from './describe-fault.ts';
import type { Expression } from './expression.ts';
import { ExpressionError } from './expression-error.ts';
import { ExpressionFault } from './expression-fault.ts';
import { Frame } from './frame.ts';
import type { Scope } from '../types/value.ts';
import type { Value } from '../../model/value.ts';

/**
 * Makes an expression out of CEL text.
 *
 * What is added to CEL: words that CEL reserves are names; whole and other numbers mix, and join with text;
 * `has` is safe for whatever is missing; an absent name reads as nothing of its type; null is false as a
 * condition; `vars["story-id"]` reads a name that is no word; a bare word as a key of `{…}` is that word.
 * What is left out: bytes, unsigned numbers, times, types as values, regular expressions, `cel.bind`. None of
 * them is needed to choose a path, and some take time that nobody can bound.
 * Types are the business of `check-expression.ts`. What is only checked is never made ready for evaluation.
 * Errors: reports `invalid-expression` and gives undefined.
 */
export function createCelExpression(text: string, span: Span, report: Report): Expression | undefined {
  const analysis = analyseExpression(text);
  if ('problem' in analysis) {
    report('invalid-expression', placeOf(span, analysis), { problem: analysis.problem });
    return undefined;
  }
  const { names, aliased } = analysis;
  let evaluation: Evaluation | undefined;
  return {
    text,
    span,
    names: names.map(({ name, guarded, ...place }) => ({ name, span: placeOf(span, place), guarded })),
    evaluate: (scope) => evaluate(text, (evaluation ??= prepare(aliased)), scope),
  };
}

interface Evaluation {
  readonly parsed: CelExpression;
  readonly frame: Frame;
}

/** A tree of its own: what evaluates it reads the frame. */
function prepare(aliased: Aliased): Evaluation {
  const parsed = parseCel(aliased.text);
  const frame = new Frame();
  adaptTree(parsed.root, {
    originalOf: namesOf(aliased),
    typeOf: () => 'dyn',
    has: (name) => frame.has(name),
    read: (name) => frame.read(name),
    charge: (result) => frame.charge(result),
    spend: (units) => frame.spend(units),
  });
  return { parsed, frame };
}

function evaluate(text: string, { parsed, frame }: Evaluation, scope: Scope): Value {
  try {
    frame.begin(scope);
    const result = parsed.evaluate();
    frame.requireUnits();
    return fromCel(result);
  } catch (thrown) {
    throw new ExpressionError(text, reasonOf(thrown, text), { cause: thrown });
  }
}

function reasonOf(thrown: unknown, text: string): string {
  if (thrown instanceof ExpressionFault) return thrown.message;
  // What the library throws without meaning to is still a fault of this expression with these values.
  return (
    describeFault(thrown, text)?.problem ?? `it fails for a reason of its own (${toError(thrown).message})`
  );
}

function placeOf(span: Span, { start, end }: { readonly start: number; readonly end: number }): Span {
  return { source: span.source, start: span.start + start, end: span.start + end };
}
