import type { BuiltIn, FunctionTable } from '../../../expression/functions/function-table.ts';
import { elementOf } from '../../../expression/types/member-of.ts';
import { literalsOf, unionOf } from '../../../expression/types/union-of.ts';
import type { ObjectType, ValueType } from '../../../expression/types/value.ts';
import { callMapFunction, type MapFunctionName } from './call-map-function.ts';

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

/** The functions of the MAP framework. */
export const MAP_FUNCTIONS: FunctionTable = [
  functionOf('blueprintFaults', {
    parameters: [
      { name: 'subtasks', type: LIST },
      { name: 'max', type: 'number' },
    ],
    typeOf: () => TEXTS,
  }),
  functionOf('replan', {
    parameters: [
      { name: 'before', type: LIST },
      { name: 'after', type: LIST },
      { name: 'invalidated', type: TEXTS },
    ],
    typeOf: ([before = 'any', after = 'any']) => ({
      kind: 'list',
      items: unionOf([elementOf(before) ?? 'any', elementOf(after) ?? 'any']),
    }),
  }),
  functionOf('testVerdict', {
    parameters: [
      { name: 'exitCode', type: 'number' },
      { name: 'output', type: 'string' },
    ],
    typeOf: () => literalsOf(['green', 'red', 'broken']),
  }),
  functionOf('mapContext', { parameters: [{ name: 'context', type: CONTEXT }], typeOf: () => 'string' }),
];

function functionOf(name: MapFunctionName, signature: Pick<BuiltIn, 'parameters' | 'typeOf'>): BuiltIn {
  return { ...signature, name, call: (args) => callMapFunction(name, args) };
}
