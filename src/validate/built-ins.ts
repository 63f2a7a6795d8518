import type { ValueType } from '../expression/value.ts';

/** Names that have a meaning of their own in some place of a map, so that nothing can be bound to them. */
export const BUILT_IN_NAMES: ReadonlySet<string> = new Set([
  'visits',
  'run',
  'workspace',
  'result',
  'branches',
  'items',
  'vars',
]);

const text = { type: 'string', required: true } as const;

/** What every expression can read without declaring it. */
export const BUILT_INS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['visits', 'integer'],
  [
    'run',
    {
      kind: 'object',
      members: new Map([
        ['id', text],
        ['branch', text],
        ['root', text],
      ]),
      isOpen: false,
    },
  ],
]);

/** What `workspace` is, in the blocks of parallel and foreach tasks. */
export const WORKSPACE: ValueType = {
  kind: 'object',
  members: new Map([
    ['path', text],
    ['diff', text],
  ]),
  isOpen: false,
};
