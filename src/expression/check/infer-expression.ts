import { isBareName } from '../cel/bare-name.ts';
import type { Expression } from '../cel/expression.ts';
import { TypeInference, type TypeFindings } from './infer-type.ts';
import { Inferred } from './inferred.ts';
import { absentMark, withFact, type TypeEnvironment } from './type-environment.ts';
import type { ValueType } from '../types/value.ts';

/** An environment with the names of an expression only: a map may have ten thousand others. */
export function environmentOf({ names }: Expression, { types, unbound }: TypeEnvironment): TypeEnvironment {
  const used = new Set(names.map(({ name }) => name));
  return {
    types: new Map(Array.from(used, (name): [string, ValueType] => [name, types.get(name) ?? 'any'])),
    unbound: new Set(
      [...used].flatMap((name) => [name, absentMark(name)]).filter((name) => unbound.has(name)),
    ),
  };
}

/** Works out types without telling what is wrong.  */
export function inferExpression(expression: Expression, env: TypeEnvironment): Inferred {
  const [first] = expression.names;
  if (first && isBareName(expression)) {
    const path = { name: first.name, keys: [] };
    return new Inferred(
      env.types.get(first.name) ?? 'any',
      () => withFact(env, path, { kind: 'is', values: [true] }),
      () => withFact(env, path, { kind: 'isNot', values: [true] }),
    );
  }
  return new TypeInference(SILENT).infer(expression.root, env);
}

const nothing = (): void => undefined;
export const SILENT: TypeFindings = {
  unboundName: nothing,
  badMember: nothing,
  compared: nothing,
  badArgument: nothing,
  mismatch: nothing,
};
