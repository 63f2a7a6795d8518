import { describe, expect, test } from 'vitest';
import { Budget, BudgetSpent } from '../../src/schema/budget.ts';
import { findEqualItems } from '../../src/schema/find-equal-items.ts';
import { compilePattern } from '../../src/schema/pattern/compile-pattern.ts';
import { readPattern } from '../../src/schema/pattern/read-pattern.ts';
import { partsIn, valueSize } from '../../src/schema/value-size.ts';

test('a budget is spent to its last step', () => {
  const budget = new Budget();
  budget.begin(3);
  budget.spend(2);
  budget.spend(1);
  expect(() => budget.spend(0.5)).toThrow(BudgetSpent);
  budget.begin(1);
  expect(() => budget.spend(1)).not.toThrow();
  expect(() => new Budget().spend(0.5)).toThrow(BudgetSpent);
});

test('equal items are found at their places, and each value costs its text', () => {
  const budget = new Budget();
  budget.begin(1000);
  expect(findEqualItems([1, 'a', { a: [1], b: null }, { b: null, a: [1] }, 1], budget)).toEqual([2, 3]);
  expect(findEqualItems([1, '1', [1], ['1'], { a: 1 }, null, true, 'true'], budget)).toBeUndefined();
  expect(findEqualItems([['a', 'b'], ['b', 'a'], ['a,b']], budget)).toBeUndefined();
  budget.begin(20 + 18 / 8);
  expect(findEqualItems(['x'.repeat(16)], budget)).toBeUndefined();
  expect(() => findEqualItems([1], budget)).toThrow(BudgetSpent);
});

test('the size of a value is its depth and the length of its texts', () => {
  expect(valueSize('four', 9)).toEqual({ depth: 0, length: 4 });
  expect(valueSize({ ab: ['c', { def: 1 }], g: null }, 9)).toEqual({ depth: 3, length: 7 });
  expect(valueSize([[[[['x']]]]], 2)).toEqual({ depth: 3, length: 0 });
  expect(valueSize([], 0)).toEqual({ depth: 0, length: 0 });
});

test('parts are counted down to a level', () => {
  const value = { a: [1, [2, 3]], b: 'x' };
  expect([0, 1, 2, 3, Infinity].map((levels) => partsIn(value, levels))).toEqual([0, 2, 4, 6, 6]);
  expect(partsIn('text', 3)).toBe(0);
  expect(partsIn(null, 3)).toBe(0);
});

describe('a pattern is as large as what it repeats', () => {
  const isFine = (pattern: string): boolean => {
    const tree = readPattern(pattern);
    return !('fault' in tree) && !('fault' in compilePattern(tree));
  };
  test.each<[(count: number) => string, number]>([
    [(count) => `a{${count}}`, 2500],
    [(count) => `(?:ab){${count}}`, 1666],
    [(count) => `a{${count},}`, 2499],
    [(count) => `(?:a|b){${count}}`, 1000],
    [(count) => `(?:(?=a)b){${count}}`, 1000],
    [(count) => `(?:^a){0,${count}}`, 1666],
  ])('%s up to %d times', (patternOf, most) => {
    expect([most, most + 1].map((count) => isFine(patternOf(count)))).toEqual([true, false]);
  });
});
