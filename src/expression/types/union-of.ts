import { sameType } from './same-type.ts';
import type { ValueType } from './value.ts';

type Literal = string | number | boolean | null;

/** More kinds of value at one place than any map tells apart. */
const MAX_MEMBERS = 32;

/**
 * The type of a value that has one of several types.
 *
 * Shape: what another member covers is left out, so that `boolean` stands for both its literals and a union never
 * lies in a union; a single type stands for itself; `any` where there are too many, or none.
 */
export function unionOf(types: Iterable<ValueType>): ValueType {
  const literals = new Set<Literal>();
  const others: ValueType[] = [];
  for (const type of membersOf(types)) {
    if (type === 'any') return 'any';
    if (type === 'null') literals.add(null);
    else if (typeof type !== 'string' && type.kind === 'literals') {
      for (const value of type.values) literals.add(value);
    } else if (!others.some((each) => sameType(each, type))) others.push(type);
    if (others.length > MAX_MEMBERS) return 'any';
  }
  return unionOfDistinct(literals, others);
}

/** The members of a type that is a union, else the type alone. */
export function membersOf(types: Iterable<ValueType>): readonly ValueType[] {
  // Asked of every type that is looked at, and hardly ever of a union: then nothing is made anew.
  const all: readonly ValueType[] = isList(types) ? types : [...types];
  return all.some(isUnion) ? all.flatMap((type) => (isUnion(type) ? type.of : [type])) : all;
}

function isList(types: Iterable<ValueType>): types is readonly ValueType[] {
  return Array.isArray(types);
}

function isUnion(type: ValueType): type is Extract<ValueType, { readonly kind: 'union' }> {
  return typeof type !== 'string' && type.kind === 'union';
}

/** The type of one of a few scalars. */
export function literalsOf(values: Iterable<Literal>): ValueType {
  return unionOfDistinct(new Set(values), []);
}

function unionOfDistinct(literals: Set<Literal>, types: readonly ValueType[]): ValueType {
  const others = new Set(types);
  if (literals.has(true) && literals.has(false)) others.add('boolean');
  if (others.has('number')) others.delete('integer');
  const hasNull = literals.delete(null);
  const values = [...literals].filter((value) => !isCovered(value, others));
  const all: ValueType[] = [
    ...(values.length > 0 ? [{ kind: 'literals', values } as const] : []),
    ...others,
    ...(hasNull ? ['null' as const] : []),
  ];
  const [only = 'any'] = all;
  return all.length <= 1 ? only : { kind: 'union', of: all };
}

function isCovered(value: Literal, by: ReadonlySet<ValueType>): boolean {
  if (typeof value === 'number') return by.has('number') || (by.has('integer') && Number.isInteger(value));
  return by.has(typeof value === 'string' ? 'string' : 'boolean');
}
