import { expect, test } from 'vitest';
import { append } from '../../src/util/append.ts';

test('a million entries are put behind those that are there', () => {
  const list = [0];
  append(
    list,
    Array.from({ length: 1_000_000 }, () => 1),
  );
  expect([list.length, list[0], list[1]]).toEqual([1_000_001, 0, 1]);
});
