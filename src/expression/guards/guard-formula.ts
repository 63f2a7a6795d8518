import { emptinessOf, sizedBy, type Emptiness } from '../check/emptiness.ts';
import { literalNodesOf, literalOf } from '../cel/literal-node.ts';
import type { Binary, Node, Order } from '../cel/node.ts';
import { onOneLine } from '../cel/quoted.ts';
import { pathOf } from '../check/path-of.ts';
import type { ValuePath } from '../check/type-environment.ts';

export type Literal = string | number | boolean | null;

/** A guard as logic over what is asked of paths. `opaque` is a question that is not looked into. */
export type Formula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'not'; readonly of: Formula }
  | Connection
  | Atom;

interface Connection {
  readonly kind: 'and' | 'or';
  readonly left: Formula;
  readonly right: Formula;
}

export type Atom =
  | { readonly kind: 'holds'; readonly path: ValuePath }
  | { readonly kind: 'has'; readonly path: ValuePath }
  | { readonly kind: 'equals'; readonly path: ValuePath; readonly values: readonly Literal[] }
  | { readonly kind: 'order'; readonly path: ValuePath; readonly order: Order; readonly bound: number }
  | { readonly kind: 'opaque'; readonly text: string };

/** Reads a condition as logic. Every condition has a formula; what is not understood is opaque in it. */
export function formulaOf(node: Node, text: string): Formula {
  if (node.kind === 'not') return { kind: 'not', of: formulaOf(node.of, text) };
  if (node.kind === 'logic') {
    const kind = node.operator === '&&' ? 'and' : 'or';
    return { kind, left: formulaOf(node.left, text), right: formulaOf(node.right, text) };
  }
  const emptiness = emptinessOf(node);
  if (emptiness) return emptinessFormula(emptiness, text);
  return node.kind === 'binary' ? comparisonOf(node, text) : plainOf(node, text);
}

function comparisonOf(node: Binary, text: string): Formula {
  const { operator } = node;
  if (operator === '==' || operator === 'in') return equalityOf(node, text);
  if (operator === '!=') return { kind: 'not', of: equalityOf(node, text) };
  return isOrder(operator) ? orderOf(node, operator, text) : opaque(node, text);
}

function plainOf(node: Node, text: string): Formula {
  if (node.kind === 'literal' && (typeof node.value === 'boolean' || node.value === null)) {
    return { kind: 'constant', value: node.value ?? false };
  }
  const path = pathOf(node);
  if (path) return { kind: 'holds', path };
  const askedPath = node.kind === 'has' ? pathOf(node.path) : undefined;
  return askedPath ? { kind: 'has', path: askedPath } : opaque(node, text);
}

/** However it is put, it is one question, so that asking it both ways leaves nothing out. */
function emptinessFormula({ of, isEmpty }: Emptiness, text: string): Formula {
  const question: Formula = { kind: 'opaque', text: `size(${textOf(of, text)}) == 0` };
  return isEmpty ? question : { kind: 'not', of: question };
}

function equalityOf({ operator, left, right }: Binary, text: string): Formula {
  const isInside = operator === 'in';
  const isTurned = !isInside && literalOf(left) !== undefined;
  const path = pathOf(isTurned ? right : left);
  const side = isTurned ? left : right;
  const nodes = literalNodesOf(side, isInside);
  const isEmpty = isInside && side.kind === 'list' && side.items.length === 0;
  if (!path || (nodes.length === 0 && !isEmpty)) {
    // `a != b` asks what `a == b` does, and is turned round by the caller.
    const sign = isInside ? 'in' : '==';
    return { kind: 'opaque', text: `${textOf(left, text)} ${sign} ${textOf(right, text)}` };
  }
  return { kind: 'equals', path, values: nodes.map(literalOf).filter((each) => each !== undefined) };
}

function orderOf(node: Binary, order: Order, text: string): Formula {
  const { left, right } = node;
  const leftBound = literalOf(left);
  const rightBound = literalOf(right);
  const path = findTerm(typeof rightBound === 'number' ? left : right, text);
  if (path && typeof rightBound === 'number') return { kind: 'order', path, order, bound: rightBound };
  if (path && typeof leftBound === 'number') {
    return { kind: 'order', path, order: TURNED[order], bound: leftBound };
  }
  return opaque(node, text);
}

const TURNED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function isOrder(operator: string): operator is Order {
  return Object.hasOwn(TURNED, operator);
}

/** A path, or how long the value at one is: questions that the answers to others do not decide. */
function findTerm(node: Node, text: string): ValuePath | undefined {
  const of = sizedBy(node);
  return of ? { name: `${TERM}size(${textOf(of, text)})`, keys: [] } : pathOf(node);
}

/** What the name of a term begins with, which that of a value cannot. */
export const TERM = '\u0000';

function opaque(node: Node, text: string): Formula {
  return { kind: 'opaque', text: textOf(node, text) };
}

function textOf({ start, end }: Node, text: string): string {
  return onOneLine(text.slice(start, end));
}
