import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextVersion } from '../../../../src/framework/map/functions/next-version.ts';

test.each([
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['1.2.3', '1.2.10', '1.2.10'],
  ['1.2.3', '1.3.0-rc.1', '1.3.0-rc.1'],
  ['1.3.0-rc.1', 'patch', '1.3.0'],
  ['1.3.0-rc.1', 'minor', '1.3.0'],
  ['1.3.1-rc.1', 'minor', '1.4.0'],
  ['2.0.0-rc.1', 'major', '2.0.0'],
  ['2.1.0-rc.1', 'major', '3.0.0'],
  ['1.0.0-rc.9', '1.0.0-rc.10', '1.0.0-rc.10'],
  ['1.0.0-1', '1.0.0-a', '1.0.0-a'],
  ['1.0.0-a', '1.0.0-a.1', '1.0.0-a.1'],
  ['1.0.0-a', '1.0.0-b', '1.0.0-b'],
  ['1.0.0-rc.1', '1.0.0', '1.0.0'],
])('after %s comes, for %s, %s', (current, bump, next) => {
  expect(nextVersion(current, bump)).toBe(next);
});

test.each([
  ['1.2.3', '1.2.3'],
  ['1.2.3', '1.2.2'],
  ['1.2.3', '1.2.3-rc.1'],
  ['1.2.3', '1.2.3+build'],
  ['1.0.0-a.1', '1.0.0-a'],
  ['1.0.0-a', '1.0.0-1'],
  ['1.0.0-b', '1.0.0-a'],
  ['1.2.3', 'v1.2.4'],
  ['1.2.3', '1.2'],
  ['1.2.3', '01.2.4'],
  ['1.2.3', '1.2.4; rm -rf /'],
  ['1.2.3', '1.2.4\n'],
  ['1.2.3', ''],
  ['1.2', 'patch'],
  ['', 'major'],
  [`1.2.3-${'a'.repeat(100)}`, 'patch'],
])('from %s to %s there is no version', (current, bump) => {
  expect(nextVersion(current, bump)).toBe('');
});

test('a version that was made can be told from the one before, and goes on', () => {
  const number = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(number, number, number, fc.constantFrom('patch', 'minor', 'major'), (a, b, c, bump) => {
      const current = `${a}.${b}.${c}`;
      const next = nextVersion(current, bump);
      expect(nextVersion(current, next)).toBe(next);
      expect(nextVersion(next, current)).toBe('');
    }),
  );
});

test('any value is read', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      (a, b) => typeof nextVersion(a as never, b as never) === 'string',
    ),
  );
});
