import { expect, test } from 'vitest';
import { toProjectChecks } from '../../src/project/project-checks.ts';

const FILE = 'wfmap.config.json';

test('what is not said is left to the files of the project', () => {
  expect(toProjectChecks(undefined, FILE)).toEqual({});
  expect(toProjectChecks({}, FILE)).toEqual({});
});

test('commands are taken without the blanks around them', () => {
  expect(toProjectChecks({ build: ' make ', test: '' }, FILE)).toEqual({ build: 'make', test: '' });
});

test.each([
  [[], 'is not an object'],
  ['npm test', 'is not an object'],
  [{ test: 1 }, '"checks.test" is not a command on one line'],
  [{ test: 'a\nb' }, '"checks.test" is not a command on one line'],
  [{ tests: 'a' }, '"checks" has "tests"'],
  [JSON.parse('{"__proto__": "a"}'), 'has "__proto__"'],
])('%j is refused', (value, message) => {
  expect(() => toProjectChecks(value, FILE)).toThrow(message);
});
