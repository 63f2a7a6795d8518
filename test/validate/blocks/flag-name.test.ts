import { expect, test } from 'vitest';
import { flagName } from '../../../src/validate/blocks/flag-name.ts';

test.each([
  ['storyId', 'story-id'],
  ['self-moa', 'self-moa'],
  ['selfMoa', 'self-moa'],
  ['x2Y', 'x2-y'],
  ['constructor', 'constructor'],
])('%s is set by --%s', (field, flag) => {
  expect(flagName(field)).toBe(flag);
});
