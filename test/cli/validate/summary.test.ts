import { expect, test } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { summaryOf } from '../../../src/cli/validate/summary.ts';
import { mapOf } from '../../helpers/maps.ts';

const text = mapOf({ Done: { type: 'end', odd: 1, even: 2 } }).replace('"Done"', '"Dne"');
const { diagnostics } = check({ name: 'a.json', text }, () => ({ kind: 'missing', lookedIn: [] }));
const errors = diagnostics.filter(({ severity }) => severity === 'error').slice(0, 1);
const warnings = diagnostics.filter(({ severity }) => severity === 'warning').slice(0, 2);

test.each([
  [[], 0, 0, 'No problems in 0 maps.'],
  [[], 1, 0, 'No problems in 1 map.'],
  [[], 2, 1, 'No problems in 2 maps and 1 role.'],
  [[], 0, 2, 'No problems in 2 roles.'],
  [warnings, 0, 1, '0 errors, 2 warnings in 1 role.'],
  [[...errors, ...warnings.slice(1)], 3, 0, '1 error, 1 warning in 3 maps.'],
])('%# what was found is said in one sentence', (found, maps, roles, reported) => {
  expect(summaryOf(found, { maps, roles })).toBe(reported);
});
