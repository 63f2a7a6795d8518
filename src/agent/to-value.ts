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
  return isValue(given) ? { value: given } : { fault: `is nested deeper than ${MAX_DEPTH} levels` };
}

/** Only JSON comes in here, so that all that can be wrong with it is its depth. */
function isValue(given: unknown): given is Value {
  let level: readonly unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}
