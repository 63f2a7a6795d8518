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
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toEqual({ ms });
});

test.each([
  '',
  ' ',
  '5',
  '5 s',
  ' 5s',
  '5S',
  '-5s',
  '1.5h',
  '5s5m',
  '5s5s',
  '1d',
  '0s',
  '501h',
  '٥s',
  '9'.repeat(400),
])('%j is no duration', (text) => {
  expect(parseDuration(text)).toHaveProperty('fault');
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
