import { describe, expect, it } from 'vitest';
import { compareReport } from '../../../../src/framework/map/functions/compare-report.ts';
import type { Value } from '../../../../src/model/value.ts';

const SAME = { files: ['a'], unreported: [], unchanged: [], report: { files_changed: ['a'] } };

describe('compareReport', () => {
  it.each<readonly [string, Value, Value, Value, Value]>([
    ['what is reported and changed is the same', { files_changed: ['./a'] }, ['a'], [], SAME],
    ['nobody knows what changed: the report counts', { files_changed: ['a'] }, null, [], SAME],
    [
      'some is left out, some was never changed',
      { files_changed: ['c', 'a'], blocker: null },
      ['b', 'a'],
      [],
      {
        files: ['a', 'b'],
        unreported: ['b'],
        unchanged: ['c'],
        report: { files_changed: ['a', 'b'], blocker: null },
      },
    ],
    [
      'what was changed before counts, and need not be reported again',
      { files_changed: ['z'] },
      [],
      ['z', 'y'],
      { files: ['y', 'z'], unreported: [], unchanged: [], report: { files_changed: ['y', 'z'] } },
    ],
    [
      'of tests those that were written stay in the report',
      { test_files: ['t', 'never'] },
      ['t', 'src'],
      [],
      { files: ['src', 't'], unreported: ['src'], unchanged: ['never'], report: { test_files: ['t'] } },
    ],
    ['no report names nothing', 'a text', ['a'], null, { ...SAME, unreported: ['a'], report: {} }],
  ])('%s', (_law, ...values) => {
    const [report, changed, before, expected] = values;
    expect(compareReport(report, changed, before)).toEqual(expected);
  });

  it('takes time in proportion to its lists', () => {
    const paths = Array.from({ length: 100_000 }, (_, index) => `src/${index}`);
    expect(compareReport({ files_changed: paths }, paths, paths)).toMatchObject({
      unreported: [],
      unchanged: [],
    });
  });
});
