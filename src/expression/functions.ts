import type { Value } from '../model/value.ts';
import { blueprintFaults } from './functions/blueprint-faults.ts';
import { mapContext } from './functions/map-context.ts';
import { replan } from './functions/replan.ts';
import { signature } from './functions/signature.ts';
import { take } from './functions/take.ts';
import { testVerdict } from './functions/test-verdict.ts';
import { elementOf } from './member-of.ts';
import { literalsOf, unionOf } from './union-of.ts';
import type { ObjectType, ValueType } from './value.ts';

/**
 * A function that expressions have beside those of CEL.
 *
 * Shape: it takes just these parameters. `type` says what a sensible argument is, for the checker; `call` is given
 * whatever there is at run time, and always gives something of the type that `typeOf` works out.
 */
export interface BuiltIn {
  readonly parameters: readonly Parameter[];
  readonly typeOf: (args: readonly ValueType[]) => ValueType;
  /** Errors: none thrown. Takes time in proportion to what it is given. */
  readonly call: (args: readonly Value[]) => Value;
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

/** All of them by name, in the order in which they are told. */
export const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map(
  Object.entries({
    blueprintFaults: {
      parameters: [
        { name: 'subtasks', type: LIST },
        { name: 'max', type: 'number' },
      ],
      typeOf: () => TEXTS,
      call: ([subtasks = null, max = null]) => blueprintFaults(subtasks, max),
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
      call: ([before = null, after = null, invalidated = null]) => replan(before, after, invalidated),
    },
    testVerdict: {
      parameters: [
        { name: 'exitCode', type: 'number' },
        { name: 'output', type: 'string' },
      ],
      typeOf: () => literalsOf(['green', 'red', 'broken']),
      call: ([exitCode = null, output = null]) => testVerdict(exitCode, output),
    },
    mapContext: {
      parameters: [{ name: 'context', type: CONTEXT }],
      typeOf: () => 'string',
      call: ([context = null]) => mapContext(context),
    },
    take: {
      parameters: [
        { name: 'list', type: LIST },
        { name: 'count', type: 'number' },
      ],
      typeOf: ([list = 'any']) => ({ kind: 'list', items: elementOf(list) ?? 'any' }),
      call: ([list = null, count = null]) => take(list, count),
    },
    signature: {
      parameters: [{ name: 'value', type: 'any' }],
      typeOf: () => 'string',
      call: ([value = null]) => signature(value),
    },
  } satisfies Record<string, BuiltIn>),
);
