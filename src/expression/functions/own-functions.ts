import { cleanText } from '../../util/clean-text.ts';
import { fenced } from '../../util/fenced.ts';
import { elementOf } from '../types/member-of.ts';
import type { FunctionTable } from './function-table.ts';
import { signature } from './signature.ts';
import { take } from './take.ts';

/** The functions that every map can call. */
export const OWN_FUNCTIONS: FunctionTable = [
  {
    name: 'take',
    parameters: [
      { name: 'list', type: { kind: 'list', items: 'any' } },
      { name: 'count', type: 'number' },
    ],
    typeOf: ([list = 'any']) => ({ kind: 'list', items: elementOf(list) ?? 'any' }),
    call: ([list = null, count = null]) => take(list, count),
  },
  {
    name: 'fenced',
    parameters: [{ name: 'text', type: 'string' }],
    typeOf: () => 'string',
    call: ([text = null]) => (typeof text === 'string' ? fenced(cleanText(text)) : ''),
  },
  {
    name: 'raw',
    parameters: [{ name: 'command', type: 'string' }],
    typeOf: () => 'string',
    call: ([command = null]) => (typeof command === 'string' ? command : ''),
  },
  {
    name: 'signature',
    parameters: [{ name: 'value', type: 'any' }],
    typeOf: () => 'string',
    call: ([value = null]) => signature(value),
  },
];
