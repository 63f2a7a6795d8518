import { unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';

/** Larger or deeper than this, nothing is known. Units: types inside of one type; levels. A parallel may have many branches. */
const MAX_PARTS = 50_000;
const MAX_COMPUTED_PARTS = 2_000;
const MAX_DEPTH = 32;
/** Units: types looked at, for all the names of a map. */
const MAX_WORK = 500_000;

/**
 * Keeps the types of computed values within bounds.
 *
 * A few names that build on one another, each twice on the one before, would make a type of which the parts cannot be
 * counted, though each is stored once.
 */
export class TypeBounds {
  readonly #sizes = new WeakMap<object, { readonly parts: number; readonly depth: number }>();
  #left = MAX_WORK;

  /** The type itself, or any value. */
  bounded(type: ValueType): ValueType {
    const { parts, depth } = this.#sizeOf(type);
    return parts > MAX_PARTS || depth > MAX_DEPTH ? 'any' : type;
  }

  /** The same with numbers as doubles, which they are once they are computed, whatever they look like. */
  widened(type: ValueType): ValueType {
    const { parts } = this.#sizeOf(type);
    this.#left -= parts;
    return this.#left < 0 || parts > MAX_COMPUTED_PARTS ? 'any' : widen(this.bounded(type));
  }

  #sizeOf(type: ValueType): { readonly parts: number; readonly depth: number } {
    if (typeof type === 'string') return { parts: 1, depth: 0 };
    const known = this.#sizes.get(type);
    if (known) return known;
    const size = { parts: 1, depth: 0 };
    for (const each of partsOf(type)) {
      const inner = this.#sizeOf(each);
      size.parts += inner.parts;
      size.depth = Math.max(size.depth, inner.depth + 1);
    }
    this.#sizes.set(type, size);
    return size;
  }
}

function partsOf(type: Exclude<ValueType, string>): Iterable<ValueType> {
  if (type.kind === 'list') return [type.items];
  if (type.kind === 'object') return Array.from(type.members.values(), (member) => member.type);
  return type.kind === 'union' ? type.of : [];
}

function widen(type: ValueType): ValueType {
  if (type === 'integer') return 'number';
  if (typeof type === 'string') return type;
  if (type.kind === 'list') return { kind: 'list', items: widen(type.items) };
  if (type.kind === 'union') return unionOf(type.of.map(widen));
  if (type.kind === 'literals') return unionOf(type.values.map(widenLiteral));
  const members = Array.from(type.members, ([name, { type: each, required }]) => {
    return [name, { type: widen(each), required }] as const;
  });
  return { ...type, members: new Map(members) };
}

function widenLiteral(value: string | number | boolean | null): ValueType {
  return typeof value === 'number' ? 'number' : { kind: 'literals', values: [value] };
}
