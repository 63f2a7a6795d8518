import type { Expression } from '../../expression/cel/expression.ts';
import { narrow } from '../../expression/check/narrow.ts';
import { withFact, type TypeEnvironment } from '../../expression/check/type-environment.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { Facts } from './check-place.ts';

/** What is known in a block once its condition held, or did not; `isFree` says whether a name is one of the prompt. */
export function factsAfter({ facts, env, isFree }: Before, condition: Expression, truth: boolean): Facts {
  return addFacts(facts, env, { after: narrow(env, condition, truth), isFree });
}

interface Before {
  readonly facts: Facts;
  readonly env: TypeEnvironment;
  readonly isFree: (name: string) => boolean;
}

/** What is known where a value of the prompt was asked for and is something. */
export function factsOfPresent(
  facts: Facts,
  env: TypeEnvironment,
  [name, ...keys]: readonly [string, ...string[]],
): Facts {
  const path = { name, keys };
  // What is nothing to a block is none of these; what is absent least of all.
  const full = withFact(env, path, { kind: 'isNot', values: [null, '', false] });
  return addFacts(facts, env, { after: withFact(full, path, { kind: 'present' }), isFree: () => true });
}

function addFacts(
  facts: Facts,
  before: TypeEnvironment,
  { after, isFree }: { readonly after: TypeEnvironment; readonly isFree: (name: string) => boolean },
): Facts {
  if (after === before) return facts;
  const types = new Map<string, ValueType>(facts.types);
  for (const [name, type] of after.types) {
    if (isFree(name) && type !== before.types.get(name)) types.set(name, type);
  }
  const set = [...before.unbound].filter((name) => isFree(name) && !after.unbound.has(name));
  return { types, set: new Set([...facts.set, ...set]) };
}
