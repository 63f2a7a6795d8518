import type { Value } from '../../model/value.ts';
import type { Names, Scope, ValueType } from './value.ts';

/** A scope with more names over its own. */
export function extendScope(
  { types, values, units }: Scope,
  more: readonly (readonly [name: string, type: ValueType, value: Value])[],
): Scope {
  if (more.length === 0) return { types, values, units };
  return {
    types: over(new Map(more.map(([name, type]) => [name, type])), types),
    values: over(new Map(more.map(([name, , value]) => [name, value])), values),
    units,
  };
}

/** Names over others: one that the upper ones have not is looked up in the lower ones. Nothing is copied. */
export function over<T>(upper: Names<T>, lower: Names<T>): Names<T> {
  return new Layers(upper, lower);
}

/** Nothing in it is a function: two of equal parts are equal. */
class Layers<T> implements Names<T> {
  readonly upper: Names<T>;
  readonly lower: Names<T>;

  constructor(upper: Names<T>, lower: Names<T>) {
    this.upper = upper;
    this.lower = lower;
  }

  get(name: string): T | undefined {
    return (this.upper.has(name) ? this.upper : this.lower).get(name);
  }

  has(name: string): boolean {
    return this.upper.has(name) || this.lower.has(name);
  }
}

/** No names at all. */
export const NO_NAMES: Scope = { types: new Map(), values: new Map() };
