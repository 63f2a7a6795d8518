import { describe, expect, it } from 'vitest';
import { whyRefused } from '../../../../src/framework/map/functions/why-refused.ts';
import type { Value } from '../../../../src/model/value.ts';
import { schemaNamed } from '../../../prompts/helpers/job-map.ts';

const PASS = { valid: true, recommendation: 'approve', issues: [], passed_checks: [], failed_checks: [] };
const issue = (severity: string, category: string, title = 'it leaks') => ({
  severity,
  category,
  title,
  location: 'src/a.ts:3',
});

describe('a report lets its change pass', () => {
  it.each<readonly [string, object]>([
    ['valid, and approved', {}],
    ['valid, and to be gone on with', { recommendation: 'proceed' }],
    ['one high issue beside the decisive categories', { issues: [issue('high', 'performance')] }],
    ['medium and low issues', { issues: [issue('medium', 'security'), issue('low', 'correctness')] }],
    ['a failed category that is not decisive', { failed_checks: ['documentation'] }],
    [
      'criteria that hold, and one that nothing can show',
      {
        contract_compliant: true,
        contract_compliance: {
          failed: 0,
          details: [
            { criterion: 'VC1', status: 'PASS', evidence: 'a' },
            { criterion: 'VC2', status: 'UNTESTABLE', evidence: '' },
          ],
        },
      },
    ],
  ])('%s', (_, members) => {
    expect(whyRefused({ ...PASS, ...members })).toEqual([]);
  });
});

describe('a report that says valid and approve is refused for', () => {
  it.each<readonly [string, object, readonly string[]]>([
    [
      'a critical issue, whatever it is about',
      { issues: [issue('critical', 'performance')] },
      ['A critical issue: it leaks (src/a.ts:3).'],
    ],
    [
      'two high issues',
      { issues: [issue('high', 'testability', 'x'), issue('high', 'cli-tool', 'y')] },
      ['2 high issues: x (src/a.ts:3); y (src/a.ts:3).'],
    ],
    [
      'one high issue of a decisive category, though it is called passed',
      { issues: [issue('high', 'security')], passed_checks: ['security'] },
      ['The check of security failed.'],
    ],
    [
      'decisive categories that failed',
      { failed_checks: ['security', 'correctness'] },
      ['The check of correctness failed.', 'The check of security failed.'],
    ],
    [
      'criteria that do not hold',
      {
        contract_compliant: false,
        contract_compliance: {
          failed: 2,
          details: [
            { criterion: 'VC1', status: 'FAIL', evidence: 'src/a.ts:9' },
            { criterion: 'VC2', status: 'PARTIAL', evidence: '' },
          ],
        },
      },
      ['VC1 does not hold: src/a.ts:9.', 'VC2 holds only in part.'],
    ],
    [
      'criteria that are only counted',
      { contract_compliance: { failed: 3 } },
      ['Criteria that do not hold: 3.'],
    ],
    ['a contract that does not hold', { contract_compliant: false }, ['The contract does not hold.']],
    ['the contract of a variant', { spec_contract_compliant: false }, ['The contract does not hold.']],
  ])('%s', (_, members, reasons) => {
    expect(whyRefused({ ...PASS, ...members })).toEqual(reasons);
  });
});

it.each<readonly [string, Value, readonly string[]]>([
  ['not valid', { ...PASS, valid: false }, ['The review calls the change not valid.']],
  ['a recommendation', { ...PASS, recommendation: 'revise' }, ['The review recommends: revise.']],
  ['no report', null, ['There is no report of a review.']],
  ['an empty one', {}, ['The review calls the change not valid.', 'The review recommends: nothing.']],
])('what the monitor concludes refuses by itself: %s', (_, report, reasons) => {
  expect(whyRefused(report)).toEqual(reasons);
});

it('of the examples of the schema the first passes and the second does not', () => {
  const [passes, fails] = schemaNamed('monitor-report').examples ?? [];
  expect(whyRefused(passes as Value)).toEqual([]);
  expect(whyRefused(fails as Value)).toEqual([
    'The check of correctness failed.',
    'The review calls the change not valid.',
    'The review recommends: revise.',
  ]);
});
