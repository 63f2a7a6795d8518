import type { Value } from '../../model/value.ts';
import type { JsonNode } from './json-node.ts';

/** Turns a tree into plain values. Objects have no prototype, so that `__proto__` and `constructor` are ordinary keys. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(toValue);
  const value: Record<string, unknown> = Object.create(null);
  for (const member of node.members.values()) value[member.name] = toValue(member.value);
  return value;
}

/** The value that a part of a map gives to a run: as `JSON.parse` makes it, own `__proto__` included. */
export function valueOf(node: JsonNode): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(valueOf);
  return Object.fromEntries([...node.members.values()].map(({ name, value }) => [name, valueOf(value)]));
}

/** What a message calls a value: "text", "a number" … */
export function describeKind(node: JsonNode): string {
  if (node.kind === 'array') return 'a list';
  if (node.kind === 'object') return 'an object';
  if (node.value === null) return 'null';
  if (typeof node.value === 'number')
    return Number.isFinite(node.value) ? `${node.value}` : 'a number beyond all bounds';
  return typeof node.value === 'string' ? 'text' : `${node.value}`;
}
