import type { NameNode, Node } from '../cel/node.ts';
import type { ValuePath } from './type-environment.ts';

/** The name that a node reads in an environment. One that a macro binds stands under a name that no other can have. */
export function nameOf({ name, isBound }: NameNode): string {
  return isBound ? boundName(name) : name;
}

/** The name, and the members from it, that a node reads; undefined for all else, elements of lists too. */
export function pathOf(node: Node): ValuePath | undefined {
  const keys: string[] = [];
  let at = node;
  while (at.kind !== 'name') {
    const key = keyOf(at);
    if (key === undefined || (at.kind !== 'member' && at.kind !== 'index')) return undefined;
    keys.push(key);
    at = at.owner;
  }
  return { name: nameOf(at), keys: keys.toReversed() };
}

/** The member that a node reads by its name, as in `a.b` and `a["b"]`. */
export function keyOf(node: Node): string | undefined {
  if (node.kind === 'member') return node.name;
  if (node.kind !== 'index' || node.index.kind !== 'literal') return undefined;
  return typeof node.index.value === 'string' ? node.index.value : undefined;
}

export function boundName(name: string): string {
  return `\u0000${name}`;
}
