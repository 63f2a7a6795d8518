import type { CelNode } from '../cel/cel-node.ts';
import { emptinessOf, sizedBy, type Emptiness } from '../check/emptiness.ts';
import { literalNodesOf, literalOf } from '../cel/literal-node.ts';
import { textOfNode } from '../cel/text-of-node.ts';
import { pathOf } from '../check/path-of.ts';
import type { TypeEnvironment, ValuePath } from '../check/type-environment.ts';

export type Literal = string | number | boolean | null;
export type Order = '<' | '<=' | '>' | '>=';

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

/** What a condition is read with. Shape: `text` is the expression as the author wrote it. */
export interface FormulaSource {
  readonly text: string;
  readonly env: TypeEnvironment;
  readonly originalOf: (alias: string) => string;
}

/** Reads a condition as logic. Every condition has a formula; what is not understood is opaque in it. */
export function formulaOf(node: CelNode, source: FormulaSource): Formula {
  if (node.op === '!_') return { kind: 'not', of: formulaOf(node.args, source) };
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args;
    const kind = node.op === '&&' ? 'and' : 'or';
    return { kind, left: formulaOf(left, source), right: formulaOf(right, source) };
  }
  const emptiness = emptinessOf(node);
  return emptiness ? emptinessFormula(emptiness, source) : comparisonOf(node, source);
}

function comparisonOf(node: CelNode, source: FormulaSource): Formula {
  if (node.op === '==' || node.op === 'in') return equalityOf(node, source);
  if (node.op === '!=') return { kind: 'not', of: equalityOf(node, source) };
  if (node.op === '<' || node.op === '<=' || node.op === '>' || node.op === '>=')
    return orderOf(node, source);
  return plainOf(node, source);
}

function plainOf(node: CelNode, source: FormulaSource): Formula {
  if (node.op === 'value' && (typeof node.args === 'boolean' || node.args === null)) {
    return { kind: 'constant', value: node.args ?? false };
  }
  const path = findPath(node, source);
  if (path) return { kind: 'holds', path };
  const asked = node.op === 'call' && node.args[0] === 'has' ? node.args[1][0] : undefined;
  const askedPath = asked && findPath(asked, source);
  return askedPath ? { kind: 'has', path: askedPath } : opaque(node, source);
}

/** However it is put, it is one question, so that asking it both ways leaves nothing out. */
function emptinessFormula({ of, isEmpty }: Emptiness, source: FormulaSource): Formula {
  const question: Formula = { kind: 'opaque', text: `size(${textOf(of, source)}) == 0` };
  return isEmpty ? question : { kind: 'not', of: question };
}

function equalityOf(node: CelNode & { readonly op: '==' | '!=' | 'in' }, source: FormulaSource): Formula {
  const [left, right] = node.args;
  const isTurned = node.op !== 'in' && literalOf(left) !== undefined;
  const path = findPath(isTurned ? right : left, source);
  const side = isTurned ? left : right;
  const nodes = literalNodesOf(side, node.op === 'in');
  const isEmpty = node.op === 'in' && side.op === 'list' && side.args.length === 0;
  if (!path || (nodes.length === 0 && !isEmpty)) {
    // `a != b` asks what `a == b` does, and is turned round by the caller.
    const sign = node.op === 'in' ? 'in' : '==';
    return { kind: 'opaque', text: `${textOf(left, source)} ${sign} ${textOf(right, source)}` };
  }
  return { kind: 'equals', path, values: nodes.map(literalOf).filter((each) => each !== undefined) };
}

function orderOf(node: CelNode & { readonly op: Order }, source: FormulaSource): Formula {
  const [left, right] = node.args;
  const leftBound = literalOf(left);
  const rightBound = literalOf(right);
  const path = findTerm(typeof rightBound === 'number' ? left : right, source);
  if (path && typeof rightBound === 'number')
    return { kind: 'order', path, order: node.op, bound: rightBound };
  if (path && typeof leftBound === 'number') {
    return { kind: 'order', path, order: TURNED[node.op], bound: leftBound };
  }
  return opaque(node, source);
}

const TURNED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function findPath(node: CelNode, { env, originalOf }: FormulaSource): ValuePath | undefined {
  return pathOf(node, env, originalOf);
}

/** A path, or another term that is compared with a number: `size(list)`, `n / 2`. */
function findTerm(node: CelNode, source: FormulaSource): ValuePath | undefined {
  const path = findPath(node, source);
  if (path) return path;
  const of = sizedBy(node);
  return { name: TERM + (of ? `size(${textOf(of, source)})` : textOf(node, source)), keys: [] };
}

/** What the name of a term begins with, which that of a value cannot. */
export const TERM = '\u0000';

function opaque(node: CelNode, source: FormulaSource): Formula {
  return { kind: 'opaque', text: textOf(node, source) };
}

function textOf(node: CelNode, { text }: FormulaSource): string {
  return textOfNode(text, node).replaceAll(/\s+/g, ' ');
}
