import { refineType, type Fact } from '../types/refine-type.ts';
import { unionOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

/**
 * What is known of the names where an expression stands.
 *
 * Shape: `types` has every name that may be used; `unbound` those of them that are set on some paths to here only, and the
 * {@link absentMark} of those that may read as null: a list or an object that nobody need give; the {@link ownMark} of the result
 * of the task that reads it.
 */
export interface TypeEnvironment {
  readonly types: ReadonlyMap<string, ValueType>;
  readonly unbound: ReadonlySet<string>;
}

/** Stands in `unbound` for a name that can be read, and is null where nobody gave it. */
export function absentMark(name: string): string {
  return `\u0001${name}`;
}

/** Stands in `unbound` for the name of a result that the task does not have yet: it is empty on every visit. */
export function ownMark(name: string): string {
  return `\u0002${name}`;
}

/** A value that can be named: a name, and the members that lead from it. */
export interface ValuePath {
  readonly name: string;
  readonly keys: readonly string[];
}

/** What is known once a fact holds. A fact that cannot hold changes nothing: what follows it is never evaluated. */
export function withFact(env: TypeEnvironment, { name, keys }: ValuePath, fact: Fact): TypeEnvironment {
  const type = env.types.get(name);
  if (type === undefined) return env;
  const refined = refineType(type, keys, fact);
  if (!refined) return env;
  const { types, unbound } = env;
  return {
    types: refined.type === type ? types : new Map(types).set(name, refined.type),
    unbound: refined.isThere ? without(without(unbound, name), absentMark(name)) : unbound,
  };
}

/** What is known where one of two things is. */
export function eitherOf(a: TypeEnvironment, b: TypeEnvironment): TypeEnvironment {
  if (a === b) return a;
  return {
    types: a.types === b.types ? a.types : new Map(eitherTypes(a.types, b.types)),
    unbound: a.unbound === b.unbound ? a.unbound : new Set([...a.unbound, ...b.unbound]),
  };
}

function* eitherTypes(
  a: ReadonlyMap<string, ValueType>,
  b: ReadonlyMap<string, ValueType>,
): Iterable<[string, ValueType]> {
  for (const [name, type] of a) {
    const other = b.get(name) ?? type;
    yield [name, type === other ? type : unionOf([type, other])];
  }
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  if (!names.has(name)) return names;
  const rest = new Set(names);
  rest.delete(name);
  return rest;
}
