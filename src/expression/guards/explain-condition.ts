import { ExpressionError } from '../cel/expression-error.ts';
import { expressionOf } from '../cel/expression-of.ts';
import { literalOf } from '../cel/literal-node.ts';
import { childrenOf, type Binary, type Node } from '../cel/node.ts';
import { rootOf } from '../cel/syntax-tree.ts';
import { pathOf } from '../check/path-of.ts';
import { extendScope } from '../types/extend-scope.ts';
import type { Scope } from '../types/value.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { Value } from '../../model/value.ts';

/**
 * A question that a condition asks, with the answer that it got.
 *
 * Shape: `holds` is null where it has no answer, and `fault` says why then. `readings` are what it compared, in source order.
 * `element` is the one of a list that decided `exists` or `all`, from 0, with what was asked of it.
 */
export interface Question {
  readonly text: string;
  readonly holds: boolean | null;
  readonly fault?: string;
  readonly readings: readonly Reading[];
  readonly element?: Element;
}

/** Shape: `value` is undefined where it could not be read. */
export interface Reading {
  readonly text: string;
  readonly value: Value | undefined;
}

export interface Element {
  readonly list: string;
  readonly index: number;
  readonly value: Value;
  readonly questions: readonly Question[];
}

/**
 * Says what made a condition hold, or not hold: the questions that decided it, in source order.
 *
 * Of `a && b` that does not hold it is the first that does not, of `a || b` that holds the first that does; else all of them.
 * Each part is evaluated by itself, with what the whole one may spend.
 */
export function explainCondition(text: string, scope: Scope): readonly Question[] {
  return explain({ text, scope, parts: new Map() }, rootOf(text));
}

/** Shape: `parts` are those that were read already: one may be asked of each element of a list. */
interface Condition {
  readonly text: string;
  readonly scope: Scope;
  readonly parts: Map<string, ExpressionText>;
}

function explain(condition: Condition, node: Node): readonly Question[] {
  if (node.kind === 'logic') {
    const parts = [node.left, node.right].map((part) => ({ part, holds: answerOf(condition, part).holds }));
    const decides = node.operator === '||';
    const decisive = parts.find(({ holds }) => holds === decides);
    return (decisive === undefined ? parts : [decisive]).flatMap(({ part }) => explain(condition, part));
  }
  if (node.kind === 'choice') {
    const { holds } = answerOf(condition, node.condition);
    const branch = holds === null ? [] : explain(condition, holds ? node.yes : node.no);
    return [...explain(condition, node.condition), ...branch];
  }
  // What it denies says why.
  if (node.kind === 'not' && isConnection(node.of)) return explain(condition, node.of);
  return [questionOf(condition, node)];
}

function isConnection({ kind }: Node): boolean {
  return kind === 'logic' || kind === 'choice' || kind === 'not';
}

function questionOf(condition: Condition, node: Node): Question {
  const answer = answerOf(condition, node);
  const asked = node.kind === 'not' ? node.of : node;
  const element = answer.holds === null ? undefined : elementOf(condition, asked);
  const question = { text: textIn(condition, node), ...answer };
  // What is asked of one element says more than the whole list.
  if (element !== undefined) return { ...question, readings: [], element };
  return { ...question, readings: readingsOf(condition, asked) };
}

function answerOf(condition: Condition, node: Node): Pick<Question, 'holds' | 'fault'> {
  const found = evaluate(condition, textIn(condition, node));
  if ('fault' in found) return { holds: null, fault: found.fault };
  return { holds: (found.value ?? false) === true };
}

function evaluate(
  { parts, scope }: Condition,
  text: string,
): { readonly value: Value } | { readonly fault: string } {
  const part = parts.get(text) ?? { text };
  parts.set(text, part);
  try {
    return { value: expressionOf(part).evaluate(scope) };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { fault: thrown.message };
    throw thrown;
  }
}

/** Units: elements. */
const MAX_LOOKED_AT = 10_000;

/** The element that decided: the first that makes `exists` true, or `all` false. */
function elementOf(condition: Condition, node: Node): Element | undefined {
  if (node.kind !== 'macro' || (node.name !== 'exists' && node.name !== 'all')) return undefined;
  const predicate = node.condition;
  if (predicate === undefined) return undefined;
  const list = textIn(condition, node.receiver);
  const found = evaluate(condition, list);
  if ('fault' in found || !Array.isArray(found.value)) return undefined;
  const decides = node.name === 'exists';
  const elements: readonly Value[] = found.value.slice(0, MAX_LOOKED_AT);
  for (const [index, value] of elements.entries()) {
    const inside = {
      ...condition,
      scope: extendScope(condition.scope, [[node.variable.name, 'any', value]]),
    };
    if (answerOf(inside, predicate).holds !== decides) continue;
    return { list, index, value, questions: explain(inside, predicate) };
  }
  return undefined;
}

/** What a question compares: both sides of an operator, else the names and members that it reads. */
function readingsOf(condition: Condition, node: Node): readonly Reading[] {
  const operands = isComparison(node) ? [node.left, node.right] : [];
  const sides = operands.filter((side) => literalOf(side) === undefined && side.kind !== 'list');
  const read = [...sides, ...pathsIn(node)];
  const texts = new Set(read.map((each) => textIn(condition, each)));
  return [...texts].map((text) => {
    const found = evaluate(condition, text);
    return { text, value: 'fault' in found ? undefined : found.value };
  });
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in']);

function isComparison(node: Node): node is Binary {
  return node.kind === 'binary' && COMPARISONS.has(node.operator);
}

/** The names and members that a part reads, but for what is asked of each element of a list. */
function pathsIn(node: Node): readonly Node[] {
  if (pathOf(node) !== undefined) return [node];
  return (node.kind === 'macro' ? [node.receiver] : childrenOf(node)).flatMap(pathsIn);
}

function textIn({ text }: Condition, { start, end }: Node): string {
  return text.slice(start, end);
}
