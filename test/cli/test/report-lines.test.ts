import { expect, test } from 'vitest';
import { jsonReport } from '../../../src/cli/test/json-report.ts';
import { reportLines } from '../../../src/cli/test/report-lines.ts';
import { percentOf, shortOf, type TestReport } from '../../../src/cli/test/test-report.ts';
import type { MapCoverage } from '../../../src/scenario/coverage.ts';

/** A map of which so many transitions were not taken. */
function coverageOf(map: string, total: number, missing: number): MapCoverage {
  const each = { kind: 'action', block: '', task: 'A', action: 'Go', target: 'B' } as const;
  return { map, total, missing: Array.from({ length: missing }, () => each) };
}

function reportOf(coverage: readonly MapCoverage[], more: Partial<TestReport> = {}): TestReport {
  return { files: [], coverage, wanted: undefined, tookMs: 0.6, ...more };
}

test('of the transitions that were not taken, the first fifty are listed', () => {
  const linesOf = (missing: number): readonly string[] =>
    reportLines(reportOf([coverageOf('a.json', 60, missing)]));
  expect(linesOf(50).filter((line) => line === '  A -Go-> B')).toHaveLength(50);
  expect(linesOf(50).slice(-3)).toEqual(['  A -Go-> B', '', '0 scenarios passed, in 1 ms.']);
  expect(linesOf(51).filter((line) => line === '  A -Go-> B')).toHaveLength(50);
  expect(linesOf(51).slice(-3)).toEqual(['  and 1 more', '', '0 scenarios passed, in 1 ms.']);
  expect(linesOf(0)).toEqual(['a.json: 60/60 transitions', '', '0 scenarios passed, in 1 ms.']);
});

test('a percentage is rounded down, and a map without transitions is played in whole', () => {
  const maps = [
    coverageOf('all', 3, 0),
    coverageOf('most', 201, 1),
    coverageOf('none', 2, 2),
    coverageOf('empty', 0, 0),
  ];
  expect(maps.map(percentOf)).toEqual([100, 99, 0, 100]);
  const short = (wanted: number | undefined) => shortOf(reportOf(maps, { wanted })).map(({ map }) => map);
  expect([short(undefined), short(0), short(99), short(99.5), short(100)]).toEqual([
    [],
    [],
    ['none'],
    ['most', 'none'],
    ['most', 'none'],
  ]);
});

test('several files that cannot be used are told of before what fails, and counted', () => {
  const about = { covers: [], path: [], tookMs: 1.4, line: 7 };
  const failures = [['The path differs:', '  more'], ['And so does the result.']];
  const report = reportOf([], {
    files: [
      {
        file: 'a',
        faults: [['a:1:1: error: Nothing.', '  help: Something.'], ['a:2:1: error: More.']],
        scenarios: [],
      },
      { file: 'b', faults: [['b: error: Nothing.']], scenarios: [] },
      {
        file: 'c',
        faults: [],
        scenarios: [
          { ...about, name: 'one', status: 'failed', failures },
          { ...about, name: 'two', status: 'skipped', failures: [] },
          { ...about, name: 'three\u001b', status: 'failed', failures: [] },
        ],
      },
    ],
    wanted: 90,
  });
  expect(reportLines(report)).toEqual([
    'c: 0 scenarios passed, 2 failed, 1 not played',
    '',
    'a:1:1: error: Nothing.',
    '  help: Something.',
    '',
    'a:2:1: error: More.',
    '',
    'b: error: Nothing.',
    '',
    'c:7: one',
    '  The path differs:',
    '    more',
    '  And so does the result.',
    '',
    'c:7: three\u241b',
    '',
    '0 scenarios passed, 2 failed, 1 not played, 2 files that cannot be used, in 1 ms.',
  ]);
  expect(jsonReport(report)).toEqual({
    version: 1,
    files: [
      {
        file: 'a',
        faults: ['a:1:1: error: Nothing.\n  help: Something.', 'a:2:1: error: More.'],
        scenarios: [],
      },
      { file: 'b', faults: ['b: error: Nothing.'], scenarios: [] },
      {
        file: 'c',
        faults: [],
        scenarios: [
          {
            name: 'one',
            status: 'failed',
            failures: ['The path differs:\n  more', 'And so does the result.'],
          },
          { name: 'two', status: 'skipped', failures: [] },
          { name: 'three\u001b', status: 'failed', failures: [] },
        ].map((each) => ({ ...each, covers: [], path: [], line: 7, tookMs: 1 })),
      },
    ],
    coverage: [],
    summary: { files: 3, unusable: 2, passed: 0, failed: 2, skipped: 1, coverage: 90, tookMs: 1 },
  });
  expect(
    reportLines(reportOf([], { files: [{ file: 'a', faults: [['a: error: x']], scenarios: [] }] })),
  ).toEqual(['a: error: x', '', '0 scenarios passed, 1 file that cannot be used, in 1 ms.']);
});
