import { expect, test } from 'vitest';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { transitionText } from '../../src/scenario/transition.ts';
import { reportOf } from '../scenario/session.ts';

const ROOT = `${import.meta.dirname}/../..`;

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
    some.map((each) => `${map}: ${transitionText(each)}`),
  );
  expect(missing).toEqual([]);
});
