import type { ObjectType, ValueType } from './value.ts';

/** Deeper than this, two types count as different: that only leaves a union longer than it need be. */
const MAX_DEPTH = 16;

/** Whether two types say the same, whatever the order of what they list. */
export function sameType(a: ValueType, b: ValueType, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a === 'string' || typeof b === 'string' || depth > MAX_DEPTH) return false;
  return sameParts(a, b, depth + 1);
}

function sameParts(a: Exclude<ValueType, string>, b: Exclude<ValueType, string>, depth: number): boolean {
  if (a.kind === 'object' && b.kind === 'object') return sameMembers(a, b, depth);
  if (a.kind === 'list' && b.kind === 'list') return sameType(a.items, b.items, depth);
  if (a.kind === 'literals' && b.kind === 'literals') return areSame(a.values, b.values);
  return (
    a.kind === 'union' && b.kind === 'union' && a.of.length === b.of.length && isAmong(a.of, b.of, depth)
  );
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  const values = new Set(others);
  return some.length === others.length && some.every((each) => values.has(each));
}

function isAmong(some: readonly ValueType[], all: readonly ValueType[], depth: number): boolean {
  return some.every((each) => all.some((other) => sameType(each, other, depth)));
}

function sameMembers(a: ObjectType, b: ObjectType, depth: number): boolean {
  if (a.isOpen !== b.isOpen || a.members.size !== b.members.size) return false;
  return [...a.members].every(([name, { type, required }]) => {
    const other = b.members.get(name);
    return other?.required === required && sameType(type, other.type, depth);
  });
}
