import type { BuiltInName } from './call-built-in.ts';
import { elementOf } from '../types/member-of.ts';
import { literalsOf, unionOf } from '../types/union-of.ts';
import type { ObjectType, ValueType } from '../types/value.ts';

/**
 * What is known of a function that expressions have beside those of CEL.
 *
 * Shape: it takes just these parameters; `type` of one says what a sensible argument is. Whatever it is given at run
 * time, its result is of the type that `typeOf` works out.
 */
export interface BuiltIn extends Signature {
  readonly name: BuiltInName;
}

interface Signature {
  readonly parameters: readonly Parameter[];
  readonly typeOf: (args: readonly ValueType[]) => ValueType;
}

export interface Parameter {
  readonly name: string;
  readonly type: ValueType;
}

const LIST: ValueType = { kind: 'list', items: 'any' };
const TEXTS: ValueType = { kind: 'list', items: 'string' };
const OBJECT: ValueType = { kind: 'object', members: new Map(), isOpen: true };

/** Parts of the argument of `mapContext`, all of them optional. */
const CONTEXT: ObjectType = {
  kind: 'object',
  members: new Map(
    Object.entries({
      goal: 'string',
      subtask: OBJECT,
      plan: LIST,
      upstream: LIST,
      finished: TEXTS,
      delta: { kind: 'union', of: ['string', TEXTS] },
      budget: 'number',
    } satisfies Record<string, ValueType>).map(([name, type]) => [name, { type, required: false }]),
  ),
  isOpen: false,
};

const BY_NAME: Readonly<Record<BuiltInName, Signature>> = {
  blueprintFaults: {
    parameters: [
      { name: 'subtasks', type: LIST },
      { name: 'max', type: 'number' },
    ],
    typeOf: () => TEXTS,
  },
  replan: {
    parameters: [
      { name: 'before', type: LIST },
      { name: 'after', type: LIST },
      { name: 'invalidated', type: TEXTS },
    ],
    typeOf: ([before = 'any', after = 'any']) => ({
      kind: 'list',
      items: unionOf([elementOf(before) ?? 'any', elementOf(after) ?? 'any']),
    }),
  },
  testVerdict: {
    parameters: [
      { name: 'exitCode', type: 'number' },
      { name: 'output', type: 'string' },
    ],
    typeOf: () => literalsOf(['green', 'red', 'broken']),
  },
  mapContext: {
    parameters: [{ name: 'context', type: CONTEXT }],
    typeOf: () => 'string',
  },
  take: {
    parameters: [
      { name: 'list', type: LIST },
      { name: 'count', type: 'number' },
    ],
    typeOf: ([list = 'any']) => ({ kind: 'list', items: elementOf(list) ?? 'any' }),
  },
  signature: {
    parameters: [{ name: 'value', type: 'any' }],
    typeOf: () => 'string',
  },
};

/** The function of a name; undefined where there is none. */
export function findBuiltIn(name: string): BuiltIn | undefined {
  return isBuiltIn(name) ? { ...BY_NAME[name], name } : undefined;
}

/** In the order in which they are told. */
export const BUILT_IN_NAMES: readonly BuiltInName[] = Object.keys(BY_NAME).filter(isBuiltIn);

function isBuiltIn(name: string): name is BuiltInName {
  return Object.hasOwn(BY_NAME, name);
}
