import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration } from '../../src/util/parse-duration.ts';

test.each([
  ['500ms', 500],
  ['2s', 2000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h1m1s1ms', 3_661_001],
  ['90m', 5_400_000],
  ['500h', 1_800_000_000],
  ['1ms', 1],
  ['0h1ms', 1],
  ['1m0s', 60_000],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toEqual({ ms });
});

const PARTS = 'is not made of whole numbers with the units h, m, s, ms';
const ORDER = 'names its units in another order than h, m, s, ms';

test.each([
  ['', 'is empty'],
  [' ', 'is empty'],
  ['5', 'has no unit'],
  ['5 s', PARTS],
  [' 5s', PARTS],
  ['5s ', PARTS],
  ['x5', PARTS],
  ['5x', PARTS],
  ['5S', PARTS],
  ['-5s', PARTS],
  ['1.5h', PARTS],
  ['5s5m', ORDER],
  ['5s5s', ORDER],
  ['5ms5h', ORDER],
  ['1h5s5m', ORDER],
  ['1d', PARTS],
  ['0s', 'is no time at all'],
  ['0h0m', 'is no time at all'],
  ['501h', 'is longer than 500h'],
  ['500h1ms', 'is longer than 500h'],
  ['٥s', PARTS],
  ['9'.repeat(400), 'has no unit'],
  [`${'9'.repeat(16)}s`, PARTS],
])('%j is no duration: it %s', (text, fault) => {
  expect(parseDuration(text)).toEqual({ fault });
});

test('what is written from parts is the sum of the parts', () => {
  const part = fc.nat({ max: 400 });
  fc.assert(
    fc.property(part, part, part, part, (h, m, s, ms) => {
      const sum = ((h * 60 + m) * 60 + s) * 1000 + ms;
      fc.pre(sum > 0);
      expect(parseDuration(`${h}h${m}m${s}s${ms}ms`)).toEqual({ ms: sum });
    }),
  );
});
