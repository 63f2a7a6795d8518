import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/diagnostics/catalogue.ts';

const DIST = join(import.meta.dirname, '../../dist');

test('the build has an example of each diagnostic', () => {
  expect(readdirSync(`${DIST}/examples`).toSorted()).toEqual(
    Object.keys(catalogue)
      .map((code) => `${code}.txt`)
      .toSorted(),
  );
});

test.each([
  ['unknown-target', '"taskDefinitions": {'],
  ['braced-task', 'claude Code as code {'],
])('explain %s prints why, how to fix it, a map, and what is reported of it', (code, part) => {
  const { stdout, status } = spawnSync(process.execPath, [`${DIST}/main.js`, 'explain', code], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`^${code} \\(error\\)\\n\\nWhy: .+\\nFix: .+\\n\\nAn example:\\n\\n  \\S`),
  );
  expect(stdout).toContain(part);
  expect(stdout).toContain(`[${code}]`);
});
