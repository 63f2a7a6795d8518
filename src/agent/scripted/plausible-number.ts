import type { SchemaObject } from '../schema-index.ts';
import { hash } from './seeded.ts';

/** How many steps above the least value are chosen from. */
const SPREAD = 10;

/** A number within the bounds of a schema; a whole one where that is possible, since those are read most easily. */
export function plausibleNumber(schema: SchemaObject, seed: string, isInteger: boolean): number {
  const step = stepOf(schema, isInteger);
  const low = Math.max(bound(schema['minimum'], -Infinity), bound(schema['exclusiveMinimum'], -Infinity));
  const high = Math.min(bound(schema['maximum'], Infinity), bound(schema['exclusiveMaximum'], Infinity));
  const isIn = (value: number): boolean =>
    value >= low &&
    value <= high &&
    value !== schema['exclusiveMinimum'] &&
    value !== schema['exclusiveMaximum'];
  const start = Number.isFinite(low) ? low : Number.isFinite(high) ? Math.min(high - SPREAD * step, 0) : 0;
  const base = Math.ceil(start / step);
  const candidates = Array.from({ length: SPREAD + 1 }, (_, n) => (base + n) * step).filter(isIn);
  const chosen = candidates[hash(seed) % candidates.length];
  if (chosen !== undefined) return chosen;
  // No multiple lies between the bounds: a fraction may, where one is allowed.
  return isInteger || !Number.isFinite(low + high) ? base * step : (low + high) / 2;
}

function stepOf(schema: SchemaObject, isInteger: boolean): number {
  const step = schema['multipleOf'];
  if (typeof step !== 'number' || !(step > 0)) return 1;
  return isInteger && !Number.isInteger(step) && step < 1 && Number.isInteger(1 / step) ? 1 : step;
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
