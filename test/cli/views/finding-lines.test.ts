import { expect, test } from 'vitest';
import { reportEnd } from '../../../src/cli/running/report-end.ts';
import { annotationsOf } from '../../../src/cli/running/finish-run.ts';
import { findingLines, withoutFindings } from '../../../src/cli/views/finding-lines.ts';
import { createRunState } from '../../../src/run/state/run-state.ts';

const FOUND = {
  id: 'F1',
  severity: 'high',
  category: 'security',
  title: 'A secret\n::error::x',
  location: 'src/a.ts:3',
  found_by: 'monitor',
};
const RESULT = { verdict: 'REVISE', findings: [FOUND], decisions: [{ id: 'F1', decision: 'fix_now' }] };
const finished = (result: typeof RESULT) => ({ task: 'Revise', outcome: 'REVISE', result, failed: true });

test('the end of a run lists its findings, with place, finder and what a person decided', () => {
  const directory = { folder: '/p/r/s-1', path: 'r/s-1/', name: 'r/s-1' };
  const state = { ...createRunState(), finished: finished(RESULT) };
  const { lines } = reportEnd({ state, directory, flags: [] });
  expect(lines.slice(1, 4)).toEqual([
    'Result: {"verdict":"REVISE","decisions":[{"id":"F1","decision":"fix_now"}]}',
    '1 finding:',
    '  high: src/a.ts:3: A secret ::error::x (monitor; fix_now)',
  ]);
});

test('ten are shown, the worst first, and where the rest is', () => {
  const low = Array.from({ length: 12 }, (_, index) => ({ severity: 'low', title: `Low ${index}` }));
  const lines = findingLines('r/s-1', { findings: [...low, { severity: 'critical', title: 'Loss' }] });
  expect(lines[0]).toBe('13 findings:');
  expect(lines[1]).toBe('  critical: Loss');
  expect(lines.slice(11)).toEqual(['  … and 3 more: wfmap show r/s-1 --json']);
});

test.each([null, 'x', { findings: [] }, { findings: 'none' }, { findings: [{ severity: 'high' }, 1] }])(
  '%j has none to list, and stays as it is',
  (result) => {
    expect(findingLines('r/s-1', result)).toEqual([]);
    expect(withoutFindings(result)).toEqual(result);
  },
);

test('findings become annotations in a workflow of GitHub alone, once the run is over, behind why it failed', () => {
  const inActions = { GITHUB_ACTIONS: 'true' };
  const finding = '::error file=src/a.ts,line=3,title=monitor%3A security::A secret ::error::x\n';
  const over = { finished: { ...finished(RESULT), failed: false }, paused: undefined };
  expect(annotationsOf(over, inActions)).toBe(finding);
  expect(annotationsOf(over, {})).toBe('');
  const failed = { ...over, finished: { ...over.finished, failed: true, reason: 'R1 has no\ncriterion' } };
  expect(annotationsOf(failed, inActions)).toBe(
    `::error title=wfmap%3A failed::R1 has no criterion\n${finding}`,
  );
  expect(annotationsOf({ finished: undefined, paused: undefined }, inActions)).toBe('');
  const paused = { reason: 'human', message: 'Task "Ask" waits for an answer.', exitCode: 4 } as const;
  expect(annotationsOf({ finished: undefined, paused }, inActions)).toBe(
    '::error title=wfmap%3A paused::Task "Ask" waits for an answer.\n',
  );
});
