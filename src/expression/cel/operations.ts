import { requireWhole } from './cel-functions.ts';
import { absentMember } from './convert-value.ts';
import { ExpressionFault } from './expression-fault.ts';
import type { BinaryOperator, Equality } from './node.ts';

/**
 * The operators, for operands that fit them.
 *
 * Two whole numbers are computed with as such; with any other number they are numbers like those of JSON.
 */
export const OPERATIONS: Readonly<
  Record<Exclude<BinaryOperator, Equality | 'in'>, (left: unknown, right: unknown) => unknown>
> = {
  '<': (left, right) => isLess(left, right),
  '<=': (left, right) => !isLess(right, left),
  '>': (left, right) => isLess(right, left),
  '>=': (left, right) => !isLess(left, right),
  '+': (left, right) => {
    if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right] as readonly unknown[];
    if (typeof left === 'string' || typeof right === 'string') return String(left) + String(right);
    return compute(left, right, { whole: (a, b) => a + b, other: (a, b) => a + b });
  },
  '-': (left, right) => compute(left, right, { whole: (a, b) => a - b, other: (a, b) => a - b }),
  '*': (left, right) => compute(left, right, { whole: (a, b) => a * b, other: (a, b) => a * b }),
  '/': (left, right) =>
    compute(left, right, { whole: (a, b) => a / requireDivisor(b), other: (a, b) => a / b }),
  '%': (left, right) =>
    compute(left, right, { whole: (a, b) => a % requireDivisor(b), other: (a, b) => a % b }),
};

interface Computation {
  readonly whole: (left: bigint, right: bigint) => bigint;
  readonly other: (left: number, right: number) => number;
}

function compute(left: unknown, right: unknown, { whole, other }: Computation): number | bigint {
  if (typeof left === 'bigint' && typeof right === 'bigint') return requireWhole(whole(left, right));
  return other(Number(left), Number(right));
}

function requireDivisor(value: bigint): bigint {
  if (value === 0n) throw new ExpressionFault('it divides by zero');
  return value;
}

function isLess(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left < right;
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === false && right === true;
  return isNumber(left) && isNumber(right) && left < right;
}

/** Values of different kinds are never equal; numbers are by their value, whole or not. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  // A whole number and another one are equal where neither is less: a conversion would lose digits.
  if (isNumber(left) && isNumber(right)) return !isLess(left, right) && !isLess(right, left);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, index) => isEqual(each, right[index]));
  }
  if (!(left instanceof Map) || !(right instanceof Map) || left.size !== right.size) return false;
  return [...left].every(([key, each]) => right.has(key) && isEqual(each, right.get(key)));
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Whether a list has an element, or an object a member of that name. */
export function isIn(value: unknown, inside: unknown): boolean {
  if (inside instanceof Map) return inside.get(value) !== undefined;
  return Array.isArray(inside) && inside.some((each) => isEqual(value, each));
}

/** What an object has under a name; what is absent and declared reads as nothing of its type. Undefined where neither is so. */
export function memberIn(from: unknown, key: unknown): unknown {
  const value: unknown = from instanceof Map ? from.get(key) : undefined;
  return value === undefined ? absentMember(from, key) : value;
}

export function elementIn(list: readonly unknown[], key: unknown): unknown {
  return isNumber(key) ? list[Number(key)] : undefined;
}
