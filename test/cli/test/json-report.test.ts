import { expect, test } from 'vitest';
import { jsonReport } from '../../../src/cli/test/json-report.ts';

test('the coverage of a map says how many of its transitions were taken, and which were not', () => {
  const missing = [
    { block: '', kind: 'action', task: 'Work', action: 'Again', target: 'Work' },
    { block: '', kind: 'error', task: 'Work', action: null, target: 'Over' },
  ] as const;
  const report = { files: [], coverage: [{ map: 'a.json', total: 5, missing }], wanted: 60, tookMs: 1.6 };
  expect(jsonReport(report)).toMatchObject({
    coverage: [{ map: 'a.json', transitions: 5, taken: 3, percent: 60, missing }],
    summary: { files: 0, unusable: 0, coverage: 60, tookMs: 2 },
  });
});
