import { describe, expect, it } from 'vitest';
import { reviewFindings } from '../../../../src/framework/map/functions/review-findings.ts';
import type { Value } from '../../../../src/model/value.ts';

const ISSUE = {
  severity: 'high',
  category: 'correctness',
  title: 'Off by one',
  description: 'The last is left out.',
  location: 'src/a.ts:3',
};
const MONITOR = { issues: [ISSUE] };

function found(reports: Value): readonly Readonly<Record<string, string>>[] {
  return reviewFindings(reports) as unknown as readonly Readonly<Record<string, string>>[];
}

describe('reviewFindings', () => {
  it('gives an issue of a monitor with its place, section and finder', () => {
    expect(found({ monitor: MONITOR })).toEqual([
      {
        id: 'F1',
        ...ISSUE,
        section: 'Quality',
        file: 'src/a.ts',
        suggestion: '',
        options: [],
        found_by: 'monitor',
      },
    ]);
  });

  it('gives what a predictor, an evaluator and a documentation reviewer found', () => {
    const reports = {
      predictor: {
        risk_assessment: 'high',
        predicted_state: {
          breaking_changes: ['src/pay.ts:9: pay() is gone'],
          required_updates: [
            { type: 'test', location: 'test/pay.test.ts:1', reason: 'It calls pay().', priority: 'must' },
            { type: 'documentation', location: 'README.md:4', reason: 'It names pay().', priority: 'could' },
          ],
        },
      },
      evaluator: { recommendation: 'proceed', weaknesses: ['src/a.ts:40: no test switches the language'] },
      'documentation-reviewer': {
        issues: [{ file: 'docs/x.md:2', issue: 'No --all', suggested_fix: 'Say --every.' }],
        missing_requirements: ['What --every does'],
      },
    };
    expect(
      found(reports).map(({ severity, section, title, location, found_by }) =>
        [severity, section, title, location, found_by].join('|'),
      ),
    ).toEqual([
      'high|Architecture|pay() is gone|src/pay.ts:9|predictor',
      'high|Architecture|It calls pay().|test/pay.test.ts:1|predictor',
      'medium|Quality|No --all|docs/x.md:2|documentation-reviewer',
      'medium|Quality|What --every does||documentation-reviewer',
      'low|Architecture|It names pay().|README.md:4|predictor',
      'low|Quality|no test switches the language|src/a.ts:40|evaluator',
    ]);
  });

  it('puts the worst first, whoever found it', () => {
    const critical = { ...ISSUE, severity: 'critical', title: 'Loss' };
    expect(found({ a: MONITOR, b: { issues: [critical] } }).map(({ id, title }) => [id, title])).toEqual([
      ['F1', 'Loss'],
      ['F2', 'Off by one'],
    ]);
  });

  it('lists once what two found, as the worse of them sees it', () => {
    const milder = { ...ISSUE, severity: 'low', title: 'off BY one' };
    const both = found({ evaluator: { issues: [milder] }, monitor: MONITOR });
    expect(both.map(({ severity, found_by }) => [severity, found_by])).toEqual([
      ['high', 'monitor, evaluator'],
    ]);
  });

  it('takes a severity that nobody knows for medium, and a section from what the finding is about', () => {
    const issues = [
      { ...ISSUE, severity: 'terrible', category: 'performance' },
      { ...ISSUE, title: 'x', section: 'tests' },
    ];
    expect(found({ monitor: { issues } }).map(({ severity, section }) => [severity, section])).toEqual([
      ['high', 'Tests'],
      ['medium', 'Performance'],
    ]);
  });

  it.each<Value>([
    null,
    [],
    'x',
    { monitor: null },
    { monitor: { issues: 'none' } },
    { m: { issues: [1, {}] } },
  ])('finds nothing in %j', (reports) => {
    expect(reviewFindings(reports)).toEqual([]);
  });

  it('gives at most five hundred, the worst of them', () => {
    const issues = Array.from({ length: 600 }, (_, index) => ({
      ...ISSUE,
      severity: 'low',
      title: `${index}`,
    }));
    const all = found({ monitor: { issues: [...issues, { ...ISSUE, severity: 'critical' }] } });
    expect([all.length, all[0]?.['severity']]).toEqual([500, 'critical']);
  });
});
