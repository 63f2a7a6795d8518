import { describe, expect, test } from 'vitest';
import { junitReport } from '../../src/cli/test/junit-report.ts';
import type { TestReport } from '../../src/cli/test/test-report.ts';

const about = { line: 1, covers: [], path: [], tookMs: 1500 };
const report: TestReport = {
  files: [
    {
      file: 'a "b".scenario.yaml',
      faults: [],
      scenarios: [
        { ...about, name: 'fine', status: 'passed', failures: [] },
        {
          ...about,
          name: 'a < b & c',
          status: 'failed',
          failures: [[']]> \u0000\u001b[31m', '  "x"'], ['more']],
        },
        { ...about, name: 'left', status: 'skipped', failures: [] },
      ],
    },
    { file: 'bad.scenario.yaml', faults: [['bad.scenario.yaml:1:1: error: Nothing.']], scenarios: [] },
  ],
  coverage: [
    {
      map: 'a.json',
      total: 2,
      missing: [{ kind: 'action', block: '', task: 'A', action: 'Go', target: 'B' }],
    },
    { map: 'b.json', total: 1, missing: [] },
  ],
  wanted: 100,
  tookMs: 3000,
};

describe('JUnit XML', () => {
  test('has a suite a file, a case a scenario, and what failed as text', () => {
    expect(junitReport(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wfmap test" tests="6" failures="2" errors="1" time="3.000">
<testsuite name="a &quot;b&quot;.scenario.yaml" tests="3" failures="1" errors="0" skipped="1" time="4.500">
<testcase name="fine" classname="a &quot;b&quot;.scenario.yaml" time="1.500"/>
<testcase name="a &lt; b &amp; c" classname="a &quot;b&quot;.scenario.yaml" time="1.500">
<failure message="]]&gt; \uFFFD\uFFFD[31m" type="scenario">]]&gt; \uFFFD\uFFFD[31m
  "x"
more</failure>
</testcase>
<testcase name="left" classname="a &quot;b&quot;.scenario.yaml" time="1.500">
<skipped/>
</testcase>
</testsuite>
<testsuite name="bad.scenario.yaml" tests="1" failures="0" errors="1" skipped="0" time="0.000">
<testcase name="The file can be used" classname="bad.scenario.yaml" time="0.000">
<error message="bad.scenario.yaml:1:1: error: Nothing." type="file">bad.scenario.yaml:1:1: error: Nothing.</error>
</testcase>
</testsuite>
<testsuite name="coverage" tests="2" failures="1" errors="0" skipped="0" time="0.000">
<testcase name="a.json" classname="coverage" time="0.000">
<failure message="50 % of the transitions were taken." type="coverage">A -Go-&gt; B</failure>
</testcase>
<testcase name="b.json" classname="coverage" time="0.000"/>
</testsuite>
</testsuites>
`);
  });
});
