import type { Value } from '../model/value.ts';

/** Deeper values are no results, and would exhaust the stack of whoever walks through them. */
const MAX_DEPTH = 200;

/**
 * Takes what an agent gave for a value of a run.
 *
 * Shape: `fault` completes the sentence "The output …".
 */
export function toValue(given: unknown): { readonly value: Value } | { readonly fault: string } {
  if (given === undefined) return { fault: 'is missing' };
  const { fault, hasMinusZero } = look(given);
  if (fault !== undefined) return { fault };
  // JSON writes -0 as 0: what is read back from a journal is the same then.
  const kept: unknown = hasMinusZero ? JSON.parse(JSON.stringify(given)) : given;
  // Only JSON comes in here, so that all else that could be wrong with it is looked at.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { value: kept as Value };
}

function look(given: unknown): { readonly fault?: string; readonly hasMinusZero: boolean } {
  let hasMinusZero = false;
  let level: readonly unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { fault: `is nested deeper than ${MAX_DEPTH} levels`, hasMinusZero };
    for (const value of level) {
      // What 1e999 is read as, which a journal could not keep.
      if (value === Infinity || value === -Infinity)
        return { fault: 'has a number that is too large', hasMinusZero };
      hasMinusZero ||= Object.is(value, -0);
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return { hasMinusZero };
}
