import { describe, expect, test } from 'vitest';
import { take } from '../../../src/expression/functions/take.ts';

describe('take', () => {
  test.each([
    [[1, 2, 3], 2, [1, 2]],
    [[1], 4, [1]],
    [[1, 2, 3], 1.9, [1]],
    [[1, 2, 3], 0, []],
    [[1, 2, 3], -1, []],
    [[1, 2, 3], Number.NaN, []],
    ['text', 2, []],
    [null, 2, []],
    [[1], '1', []],
  ])('of %j, %j gives %j', (list, count, expected) => {
    expect(take(list, count)).toEqual(expected);
  });
});
