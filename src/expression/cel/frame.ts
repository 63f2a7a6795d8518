import { absentValue } from '../types/absent-value.ts';
import { toCel } from './convert-value.ts';
import { ExpressionFault } from './expression-fault.ts';
import type { Scope } from '../types/value.ts';
import type { Value } from '../../model/value.ts';

/**
 * What one evaluation sees and may still spend.
 *
 * 1. Every node that is evaluated is charged for its result: one unit, and more for a long text or list.
 * 2. A value weighs what it would as a tree, however often its parts are shared.
 * 3. No number is infinite or none at all: JSON could not say it.
 * 4. A search for a long text in a longer one costs the product of their lengths, because it can take that long.
 * 5. Once the units are spent every further charge fails, so that `||` and `all` cannot swallow the fault
 *    and go on.
 */
export class Frame {
  readonly #scope: Scope;
  #left = MAX_UNITS;
  readonly #read = new Map<string, unknown>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  has(name: string): boolean {
    return this.#scope.values.get(name) !== undefined;
  }

  read(name: string): unknown {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const value = toCel(valueOf(this.#scope, name), this.#scope.types.get(name) ?? 'any');
    this.#read.set(name, value);
    return value;
  }

  charge<T>(result: T): T {
    if (typeof result === 'number' && !Number.isFinite(result)) {
      throw new ExpressionFault('it divides by zero, or a number in it is too large');
    }
    this.spend(weightOf(result));
    return result;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#scope.units) this.#scope.units.left -= units;
    this.requireUnits();
  }

  requireUnits(): void {
    if (this.#left < 0 || (this.#scope.units?.left ?? 0) < 0)
      throw new ExpressionFault('it takes too long, or makes too large a value');
  }
}

/** About a tenth of a second of work, or 8 million characters of text. */
const MAX_UNITS = 1_000_000;
const CHARACTERS_PER_UNIT = 8;
const weights = new WeakMap<object, number>();

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS_PER_UNIT);
  if (typeof value !== 'object' || value === null) return 1;
  const known = weights.get(value);
  if (known !== undefined) return known;
  const parts: Iterable<unknown> = Array.isArray(value) ? value : value instanceof Map ? value.values() : [];
  let weight = 1;
  for (const part of parts) weight += weightOf(part);
  weights.set(value, weight);
  return weight;
}

/**
 * What a name holds in a scope.
 *
 * A declared name that is absent reads as false, as the empty text, or as null, by its type.
 * Errors: throws {@link ExpressionFault} for a name that nobody declared.
 */
export function valueOf(scope: Scope, name: string): Value {
  const value = scope.values.get(name);
  if (value !== undefined) return value;
  const type = scope.types.get(name);
  if (type === undefined && !scope.values.has(name)) throw new ExpressionFault(`"${name}" is not declared`);
  return absentValue(type ?? 'any');
}
