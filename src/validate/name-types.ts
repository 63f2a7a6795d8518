import { resultTypeOf } from '../expression/result-type.ts';
import { unionOf } from '../expression/union-of.ts';
import type { ValueType } from '../expression/value.ts';
import type { BindingPlace } from './bindings.ts';
import type { PromptSubject } from './rule.ts';

/** Works out the type of an expression that a decide task sets a name by; `types` has the names known so far. */
export type TypeOfAssignment = (binding: BindingPlace, types: ReadonlyMap<string, ValueType>) => ValueType;

/**
 * Types of the names that a block binds: the union of all that they are bound to.
 *
 * Computed names may build on one another in any order, also round and round. What is known of them first is
 * nothing; then each is worked out with what is known of the others, twice.
 */
export function nameTypesOf(
  bindings: readonly BindingPlace[],
  { schemas }: Pick<PromptSubject, 'schemas'>,
  typeOfAssignment: TypeOfAssignment,
): ReadonlyMap<string, ValueType> {
  const results = bindings.map(({ task, assignment }) =>
    assignment ? undefined : resultTypeOf(task, (source) => schemas.get(source)),
  );
  let types = joined(
    bindings,
    results.map((type) => type ?? 'any'),
  );
  if (!results.includes(undefined)) return types;
  for (let round = 0; round < 2; round += 1) {
    const before = types;
    types = joined(
      bindings,
      bindings.map((binding, index) => results[index] ?? widened(typeOfAssignment(binding, before))),
    );
  }
  return types;
}

function joined(
  bindings: readonly BindingPlace[],
  found: readonly ValueType[],
): ReadonlyMap<string, ValueType> {
  const all = new Map<string, ValueType[]>();
  for (const [index, { name }] of bindings.entries()) {
    const types = all.get(name);
    const type = found[index] ?? 'any';
    if (types) types.push(type);
    else all.set(name, [type]);
  }
  return new Map(Array.from(all, ([name, types]) => [name, unionOf(types)]));
}

/** Deeper than this, nothing is known. */
const MAX_DEPTH = 32;

/** Numbers that are computed are doubles, whatever they look like. */
function widened(type: ValueType, depth = 0): ValueType {
  if (depth > MAX_DEPTH) return 'any';
  if (type === 'integer') return 'number';
  if (typeof type === 'string') return type;
  if (type.kind === 'list') return { kind: 'list', items: widened(type.items, depth + 1) };
  if (type.kind === 'union') return unionOf(type.of.map((each) => widened(each, depth + 1)));
  if (type.kind === 'literals') return unionOf(type.values.map(widenedLiteral));
  const members = Array.from(type.members, ([name, { type: each, required }]) => {
    return [name, { type: widened(each, depth + 1), required }] as const;
  });
  return { ...type, members: new Map(members) };
}

function widenedLiteral(value: string | number | boolean | null): ValueType {
  return typeof value === 'number' ? 'number' : { kind: 'literals', values: [value] };
}
