import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { reportLines } from '../../src/cli/test/report-lines.ts';
import { reportOf } from './session.ts';

// Not named as the command looks for them: most of them are to fail.
const FOLDER = `${import.meta.dirname}/../fixtures/scenarios`;
const files = globSync('*.yaml', { cwd: FOLDER }).toSorted();

test.each(files)('%s gives the report beside it', async (file) => {
  const report = await reportOf([file], FOLDER);
  const out = `${FOLDER}/${basename(file, '.yaml')}.out`;
  await expect(`${reportLines(report).join('\n')}\n`).toMatchFileSnapshot(out);
});

test('the scenarios that are to pass do', async () => {
  const { files: reports } = await reportOf(['passing.yaml', 'parts.yaml'], FOLDER);
  expect(
    reports.flatMap(({ faults, scenarios }) => [...faults, ...scenarios.flatMap((each) => each.failures)]),
  ).toEqual([]);
});
