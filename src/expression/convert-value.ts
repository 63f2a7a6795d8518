import { ExpressionFault } from './expression-fault.ts';
import type { ValueType } from './value.ts';
import type { Value } from '../model/value.ts';

const MAX_DEPTH = 200;

/**
 * Turns a value into what the CEL library computes with.
 *
 * Shape: objects become Maps, because the library looks at `constructor` of plain ones, which may be a key.
 * A whole number is an integer of CEL only where it is declared as one; all others are doubles.
 */
export function toCel(value: Value, type: ValueType): unknown {
  if (type === 'integer' && typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return nestedToCel(value, 0);
}

function nestedToCel(value: Value, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new ExpressionFault(`a value is nested more than ${MAX_DEPTH} deep`);
  if (isList(value)) return value.map((each) => nestedToCel(each, depth + 1));
  return new Map(Object.entries(value).map(([key, each]) => [key, nestedToCel(each, depth + 1)]));
}

/** Turns a result of the CEL library back into a plain value. Errors: throws {@link ExpressionFault}. */
export function fromCel(result: unknown): Value {
  if (result === null || typeof result === 'string' || typeof result === 'boolean') return result;
  if (typeof result === 'bigint') return Number(result);
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.map((each: unknown) => fromCel(each));
  // `fromEntries` defines keys such as `__proto__` instead of assigning them.
  if (result instanceof Map) {
    return Object.fromEntries(
      Array.from(result, ([key, each]): [string, Value] => [String(key), fromCel(each)]),
    );
  }
  throw new ExpressionFault('its result is no text, number, list or object');
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
