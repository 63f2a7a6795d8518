import type { CelNode } from '../cel/cel-node.ts';
import type { TypeEnvironment, ValuePath } from './type-environment.ts';
import { variableOf } from '../cel/variable-of.ts';

type Names = (alias: string) => string;

/**
 * The name of an environment that a node reads; undefined where it reads none.
 *
 * A name that a macro binds stands in the environment under one that no other can have, and hides the others.
 */
export function nameOf(node: CelNode, env: TypeEnvironment, originalOf: Names): string | undefined {
  if (node.op === 'id') {
    const bound = boundName(node.args);
    return env.types.has(bound) ? bound : originalOf(node.args);
  }
  const hidden = { has: (alias: string) => env.types.has(boundName(alias)) };
  return variableOf(node, hidden, { meaning: { originalOf }, faults: [] })?.name;
}

/** The name, and the members from it, that a node reads; undefined for all else, elements of lists too. */
export function pathOf(node: CelNode, env: TypeEnvironment, originalOf: Names): ValuePath | undefined {
  const keys: string[] = [];
  for (let at = node; ; at = at.args[0]) {
    const name = nameOf(at, env, originalOf);
    if (name !== undefined) return { name, keys: keys.toReversed() };
    const key = keyOf(at);
    if (key === undefined || (at.op !== '.' && at.op !== '[]')) return undefined;
    keys.push(key);
  }
}

/** The member that a node reads by its name, as in `a.b` and `a["b"]`. */
export function keyOf(node: CelNode): string | undefined {
  if (node.op === '.') return node.args[1];
  if (node.op !== '[]') return undefined;
  const { op, args } = node.args[1];
  return op === 'value' && typeof args === 'string' ? args : undefined;
}

export function boundName(alias: string): string {
  return `\u0000${alias}`;
}
