import { expect, test } from 'vitest';
import { artifactLines } from '../../../src/cli/views/artifacts-report.ts';

test('a run shows where its artifacts lie, with each warning on a line below; one without any shows nothing', () => {
  const warnings = ['.map/main/a.json was not as the run left it.', 'Another run writes .map/main too.'];
  expect(artifactLines({ folder: '.map/main', warnings })).toEqual([
    ['artifacts', '.map/main'],
    ['', '.map/main/a.json was not as the run left it.'],
    ['', 'Another run writes .map/main too.'],
  ]);
  expect(artifactLines(null)).toEqual([]);
});
