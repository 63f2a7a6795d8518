import { expect, test } from 'vitest';
import { flagNames } from '../../src/cli/run-flags.ts';
import { flagName, RUN_FLAGS } from '../../src/validate/flag-name.ts';

test('every flag of wfmap run is a name that no field may have', () => {
  expect(flagNames().filter((flag) => !RUN_FLAGS.has(flag))).toEqual([]);
});

test.each([
  ['storyId', 'story-id'],
  ['self-moa', 'self-moa'],
  ['selfMoa', 'self-moa'],
  ['x2Y', 'x2-y'],
  ['constructor', 'constructor'],
])('%s is set by --%s', (field, flag) => {
  expect(flagName(field)).toBe(flag);
});
