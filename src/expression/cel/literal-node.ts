import { literalsOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';
import type { Node } from './node.ts';

type Literal = string | number | boolean | null;

/** The scalar that a node writes out; undefined where it writes none. */
export function literalOf(node: Node): Literal | undefined {
  if (node.kind === 'negative') {
    const value = literalOf(node.of);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.kind !== 'literal') return undefined;
  return typeof node.value === 'bigint' ? Number(node.value) : node.value;
}

/** The scalars that a node lists, or the one that it is. Empty where not all are written out. */
export function literalNodesOf(node: Node, isList: boolean): readonly Node[] {
  const nodes = !isList ? [node] : node.kind === 'list' ? node.items : [];
  return nodes.every((each) => literalOf(each) !== undefined) ? nodes : [];
}

/** What is known of a value that is written out. */
export function typeOfLiteral(value: string | number | bigint | boolean | null): ValueType {
  if (typeof value === 'bigint') return 'integer';
  return typeof value === 'number' ? 'number' : literalsOf([value]);
}
