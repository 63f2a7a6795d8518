import type { Expression } from '../cel/expression.ts';
import type { TypeEnvironment } from './type-environment.ts';
import { environmentOf, inferExpression } from './infer-expression.ts';
import type { ValueType } from '../types/value.ts';

/**
 * What is known once a condition is true, or false.
 *
 * Shape: the same environment where nothing is learnt. Only what the condition must mean is learnt: `a || b` says
 * nothing of `a`.
 */
export function narrow(env: TypeEnvironment, condition: Expression, truth: boolean): TypeEnvironment {
  const before = environmentOf(condition, env);
  const inferred = inferExpression(condition, before);
  const after = truth ? inferred.whenTrue : inferred.whenFalse;
  const types = after.types === before.types ? env.types : new Map([...env.types, ...after.types]);
  if (after.unbound === before.unbound) return { types, unbound: env.unbound };
  const bound = [...before.unbound].filter((name) => !after.unbound.has(name));
  const unbound = new Set(env.unbound);
  for (const name of bound) unbound.delete(name);
  return { types, unbound };
}

interface KnownNames {
  readonly whenTrue: ReadonlySet<string>;
  readonly whenFalse: ReadonlySet<string>;
}

/** The names that must be bound where an expression is true, and where it is false, whatever the types. */
export function namesKnownBoundBy(expression: Expression): KnownNames {
  const names = new Set(expression.names.map(({ name }) => name));
  const types = new Map(Array.from(names, (name): [string, ValueType] => [name, 'any']));
  const { whenTrue, whenFalse } = inferExpression(expression, { types, unbound: names });
  const boundIn = ({ unbound }: TypeEnvironment): ReadonlySet<string> =>
    unbound === names ? NONE : new Set([...names].filter((name) => !unbound.has(name)));
  return { whenTrue: boundIn(whenTrue), whenFalse: boundIn(whenFalse) };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Of some names those whose member must be there where an expression is true, and where it is false.
 *
 * Nothing more is known of their values, nor of the other names that the expression reads.
 */
export function membersKnownBy(expression: Expression, member: string, of: readonly string[]): KnownNames {
  if (of.length === 0) return { whenTrue: NONE, whenFalse: NONE };
  const owner: ValueType = {
    kind: 'object',
    members: new Map([[member, { type: 'any', required: false }]]),
    isOpen: true,
  };
  const types = new Map(expression.names.map(({ name }): [string, ValueType] => [name, 'any']));
  for (const name of of) types.set(name, owner);
  const { whenTrue, whenFalse } = inferExpression(expression, { types, unbound: NONE });
  const knownIn = (after: TypeEnvironment): ReadonlySet<string> =>
    new Set(of.filter((name) => isRequired(after.types.get(name), member)));
  return { whenTrue: knownIn(whenTrue), whenFalse: knownIn(whenFalse) };
}

function isRequired(type: ValueType | undefined, member: string): boolean {
  return typeof type === 'object' && type.kind === 'object' && type.members.get(member)?.required === true;
}
