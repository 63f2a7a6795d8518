import type { FunctionTable } from '../../expression/functions/function-table.ts';
import type { ValueType } from '../../expression/types/value.ts';
import { nextCycle } from './next-cycle.ts';

const NEXT_CYCLE: ValueType = {
  kind: 'object',
  members: new Map<string, { type: ValueType; required: boolean }>([
    ['id', { type: 'string', required: true }],
    ['goal', { type: 'number', required: true }],
    ['expired', { type: { kind: 'list', items: 'string' }, required: true }],
  ]),
  isOpen: false,
};

/** The functions of the loop of SIGNAL BLOCKs. */
export const SIGNAL_FUNCTIONS: FunctionTable = [
  {
    name: 'nextCycle',
    parameters: [{ name: 'listing', type: 'string' }],
    typeOf: () => NEXT_CYCLE,
    call: ([listing = null]) => nextCycle(listing),
  },
];
