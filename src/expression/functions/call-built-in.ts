import type { Value } from '../../model/value.ts';
import { blueprintFaults } from './blueprint-faults.ts';
import { mapContext } from './map-context.ts';
import { replan } from './replan.ts';
import { signature } from './signature.ts';
import { take } from './take.ts';
import { testVerdict } from './test-verdict.ts';

/** The functions that expressions have beside those of CEL. What the checker knows of them is in `functions.ts`. */
export type BuiltInName = 'blueprintFaults' | 'replan' | 'testVerdict' | 'mapContext' | 'take' | 'signature';

type Call = (args: readonly Value[]) => Value;

const CALLS: Readonly<Record<BuiltInName, Call>> = {
  blueprintFaults: ([subtasks = null, max = null]) => blueprintFaults(subtasks, max),
  replan: ([before = null, after = null, invalidated = null]) => replan(before, after, invalidated),
  testVerdict: ([exitCode = null, output = null]) => testVerdict(exitCode, output),
  mapContext: ([context = null]) => mapContext(context),
  take: ([list = null, count = null]) => take(list, count),
  signature: ([value = null]) => signature(value),
};

/**
 * Calls a function with whatever it is given.
 *
 * The one way to their code, which the program loads when a run first calls one: checking a map needs none of it.
 * Errors: none thrown. Takes time in proportion to what it is given.
 */
export function callBuiltIn(name: BuiltInName, args: readonly Value[]): Value {
  return CALLS[name](args);
}
