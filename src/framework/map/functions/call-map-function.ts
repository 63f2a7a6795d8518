import type { Value } from '../../../model/value.ts';
import { blueprintFaults } from './blueprint-faults.ts';
import { mapContext } from './map-context.ts';
import { replan } from './replan.ts';
import { testVerdict } from './test-verdict.ts';

/** The functions of the MAP framework. What the checker knows of them is in `map-functions.ts`. */
export type MapFunctionName = 'blueprintFaults' | 'replan' | 'testVerdict' | 'mapContext';

type Call = (args: readonly Value[]) => Value;

const CALLS: Readonly<Record<MapFunctionName, Call>> = {
  blueprintFaults: ([subtasks = null, max = null]) => blueprintFaults(subtasks, max),
  replan: ([before = null, after = null, invalidated = null]) => replan(before, after, invalidated),
  testVerdict: ([exitCode = null, output = null]) => testVerdict(exitCode, output),
  mapContext: ([context = null]) => mapContext(context),
};

/**
 * Calls a function with whatever it is given.
 *
 * The only way to their code, which the program loads when a run first calls one: checking a map needs none of it.
 * Errors: none thrown. Takes time in proportion to what it is given.
 */
export function callMapFunction(name: MapFunctionName, args: readonly Value[]): Value {
  return CALLS[name](args);
}
