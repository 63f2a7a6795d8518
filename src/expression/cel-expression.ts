import type { Report } from '../diagnostics/diagnostic.ts';
import type { Span } from '../text/source.ts';
import { toError } from '../util/error.ts';
import type { Meaning } from './adaptation.ts';
import { adaptTree } from './adapt-tree.ts';
import { aliasNames, type Aliased } from './alias-names.ts';
import { parseCel, type CelExpression } from './cel-library.ts';
import { depthOf, type CelNode } from './cel-node.ts';
import { setTypes } from './set-types.ts';
import { fromCel } from './convert-value.ts';
import { describeFault, type CelFault } from './describe-fault.ts';
import type { Expression } from './expression.ts';
import { ExpressionError } from './expression-error.ts';
import { ExpressionFault } from './expression-fault.ts';
import { Frame } from './frame.ts';
import { readTokens, type Fault } from './read-tokens.ts';
import type { Scope } from './value.ts';
import type { Value } from '../model/value.ts';

/** The library walks a tree by recursion; a tree of this depth is safe, and a chain of 200 terms is enough. */
const MAX_DEPTH = 200;

/**
 * Makes an expression out of CEL text.
 *
 * What is added to CEL: words that CEL reserves are names; whole and other numbers mix, and join with text;
 * `has` is safe for whatever is missing; an absent name reads as nothing of its type; null is false as a
 * condition; `vars["story-id"]` reads a name that is no word; a bare word as a key of `{…}` is that word.
 * What is left out: bytes, unsigned numbers, times, types as values, regular expressions, `cel.bind`. None of
 * them is needed to choose a path, and some take time that nobody can bound.
 * Types are the business of `check-expression.ts`.
 * Errors: reports `invalid-expression` and gives undefined.
 */
export function createCelExpression(text: string, span: Span, report: Report): Expression | undefined {
  const tell = (fault: Fault): undefined => {
    report('invalid-expression', placeOf(span, fault), { problem: fault.problem });
    return undefined;
  };
  const { tokens, fault } = readTokens(text);
  if (fault) return tell(fault);
  if (tokens.length === 0) return tell({ start: 0, end: text.length, problem: 'it is empty' });
  const aliased = aliasNames(text, tokens);
  const parsed = tryParse(text, aliased);
  if ('problem' in parsed) return tell(parsed);

  const frame = new Frame();
  const adaptation = adaptTree(parsed.root, meaningOf(aliased, frame));
  const [first] = adaptation.faults;
  if (first) return tell(first);
  return {
    text,
    span,
    names: adaptation.names.map(({ name, guarded, ...place }) => ({
      name,
      span: placeOf(span, place),
      guarded,
    })),
    evaluate: (scope) => evaluate(text, parsed, { frame, scope }),
  };
}

/** A tree to be looked at, and to be checked once. Its names are those of the text, by `originalOf`. */
export interface OpenTree {
  readonly root: CelNode;
  readonly originalOf: (alias: string) => string;
  /** What does not go together. Shape: `typeOf` gives the CEL type of each part whose type is known already. */
  readonly findClash: (typeOf: (node: CelNode) => string | undefined) => CelFault | undefined;
}

/** Parses an expression anew; the text is known to be right. */
export function openTree(text: string): OpenTree {
  const aliased = aliasNames(text, readTokens(text).tokens);
  const parsed = parseCel(aliased.text);
  const { root } = parsed;
  const meaning = meaningOf(aliased, new Frame());
  return {
    root,
    originalOf: meaning.originalOf,
    findClash: (typeOf) => {
      setTypes(root, typeOf);
      adaptTree(root, { ...meaning, typeOf: (node) => typeOf(node) ?? 'dyn' });
      return describeFault(parsed.check(), text);
    },
  };
}

function tryParse(text: string, aliased: Aliased): CelExpression | Fault {
  try {
    const parsed = parseCel(aliased.text);
    if (depthOf(parsed.root) <= MAX_DEPTH) return parsed;
    return { start: 0, end: text.length, problem: `it is nested more than ${MAX_DEPTH} deep` };
  } catch (thrown) {
    return (
      describeFault(thrown, text) ?? {
        start: 0,
        end: text.length,
        problem: 'it makes no sense to the parser',
      }
    );
  }
}

function meaningOf(aliased: Aliased, frame: Frame): Meaning {
  return {
    originalOf: (alias) => aliased.originalOf.get(alias) ?? alias,
    typeOf: () => 'dyn',
    has: (name) => frame.has(name),
    read: (name) => frame.read(name),
    charge: (result) => frame.charge(result),
  };
}

function evaluate(
  text: string,
  parsed: CelExpression,
  { frame, scope }: { readonly frame: Frame; readonly scope: Scope },
): Value {
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
