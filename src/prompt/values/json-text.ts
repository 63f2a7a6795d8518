import type { Value } from '../../model/value.ts';

/** Units: UTF-16 units. */
const MAX_JSON_LENGTH = 4 * 1024 * 1024;
/** What walks a value may go down by recursion. */
const MAX_JSON_DEPTH = 100;

/**
 * Reads a value from JSON.
 *
 * Shape: undefined for what is no JSON, and for what a journal could not keep: numbers beyond the range of a double, a
 * value that is nested too deep.
 * Errors: none.
 */
export function parseJsonText(text: string): Value | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  const value = parsed(text);
  if (!isKeepable(value, 0)) return undefined;
  if (!text.includes('-0')) return value;
  // JSON writes -0 as 0: what is read back from a journal is the same then.
  const again = parsed(JSON.stringify(value));
  return isKeepable(again, 0) ? again : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

function isKeepable(value: unknown, depth: number): value is Value {
  if (value === undefined) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_JSON_DEPTH && Object.values(value).every((each: unknown) => isKeepable(each, depth + 1));
}
