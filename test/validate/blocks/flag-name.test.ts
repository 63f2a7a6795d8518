import { expect, test } from 'vitest';
import { signingFlags } from '../../../src/cli/signed/signing-flags.ts';
import { flagNames, runFlagOptions } from '../../../src/cli/flags/run-flags.ts';
import { ANSWER_FLAGS, flagName, RUN_FLAGS } from '../../../src/validate/blocks/flag-name.ts';

test('every flag of wfmap run is a name that no field may have', () => {
  expect(flagNames().filter((flag) => !RUN_FLAGS.has(flag))).toEqual([]);
});

test('every flag of wfmap answer is a name that nothing a person is asked for may have', () => {
  const own = [
    'accept-changes',
    'as-started',
    'task',
    'continue',
    'no-continue',
    ...Object.keys(signingFlags),
  ];
  const flags = [...Object.keys(runFlagOptions), ...own];
  expect(flags.filter((flag) => !ANSWER_FLAGS.has(flag))).toEqual([]);
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
