import { expect, test } from 'vitest';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { transitionText } from '../../src/scenario/transition.ts';
import { reportOf } from '../scenario/session.ts';

const ROOT = `${import.meta.dirname}/../..`;

/** What a simulation, which has no worktrees, cannot come to; `test/e2e/wave-conflicts.test.ts` takes these ways. */
const IN_WORKTREES = /^(?:Build In Waves -Conflict|Conflicts -|Ask Conflicts -)/;

test('the scenarios of the shipped maps pass, and take every way of those maps', async () => {
  const files = findScenarios(`${ROOT}/workflows`).map((path) => `workflows/${path}`);
  expect(files.length).toBeGreaterThan(0);
  const report = await reportOf(files, ROOT);
  expect(report.files.flatMap(({ faults }) => faults)).toEqual([]);
  const failures = report.files.flatMap(({ file, scenarios }) =>
    scenarios.flatMap(({ name, failures: own }) => own.map((lines) => [file, name, ...lines].join('\n'))),
  );
  expect(failures).toEqual([]);
  const missing = report.coverage.flatMap(({ map, missing: some }) =>
    some.map(transitionText).flatMap((text) => (IN_WORKTREES.test(text) ? [] : [`${map}: ${text}`])),
  );
  expect(missing).toEqual([]);
});
