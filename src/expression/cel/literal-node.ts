import type { CelNode } from './cel-node.ts';
import { literalsOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

type Literal = string | number | boolean | null;

/** The scalar that a node writes out; undefined where it writes none. */
export function literalOf(node: CelNode): Literal | undefined {
  if (node.op === '-_') {
    const value = literalOf(node.args);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.op !== 'value') return undefined;
  const { args } = node;
  if (typeof args === 'bigint') return Number(args);
  return args === null || typeof args === 'string' || typeof args === 'number' || typeof args === 'boolean'
    ? args
    : undefined;
}

/** The scalars that a node lists, or the one that it is. Empty where not all are written out. */
export function literalNodesOf(node: CelNode, isList: boolean): readonly CelNode[] {
  const nodes = !isList ? [node] : node.op === 'list' ? node.args : [];
  return nodes.every((each) => literalOf(each) !== undefined) ? nodes : [];
}

/** What is known of a value that is written out. */
export function typeOfLiteral(value: unknown): ValueType {
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return 'number';
  return value === null || typeof value === 'string' || typeof value === 'boolean'
    ? literalsOf([value])
    : 'any';
}
