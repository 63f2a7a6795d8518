import { objectOf } from '../../expression/types/result-type.ts';
import { literalsOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { PROJECT_LANGUAGES } from '../../model/project-insight.ts';

/**
 * Names that have a meaning of their own in some place of a map, so that nothing can be bound to them.
 *
 * Those of `shadowable-names.ts` are not among them.
 */
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

/** A list of texts, as `finished` is: the keys of items. */
export const TEXTS: ValueType = { kind: 'list', items: 'string' };

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
        ['artifacts', text],
      ]),
      isOpen: false,
    },
  ],
  [
    'project',
    objectOf([
      ['name', 'string'],
      ['language', literalsOf(PROJECT_LANGUAGES)],
      ['keyDirs', TEXTS],
      ['checks', TEXTS],
      ['build', 'string'],
      ['test', 'string'],
      ['lint', 'string'],
    ]),
  ],
  [
    'changes',
    objectOf([
      ['paths', TEXTS],
      ['added', TEXTS],
      ['modified', TEXTS],
      ['deleted', TEXTS],
      ['commits', TEXTS],
      ['count', 'integer'],
    ]),
  ],
  ['outline', 'string'],
  ['siblings', 'string'],
  ['earlierAttempts', 'string'],
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
