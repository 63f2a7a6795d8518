import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testScenarios } from '../../src/testing.ts';
import { mapOf } from '../helpers/maps.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-library-')));
  const actions = { Good: { target: 'Done' }, Bad: { target: 'Broken' } };
  const tasks = {
    Work: { type: 'claude', promptTemplate: 'Do it.', actions },
    Done: { type: 'end' },
    Broken: { type: 'end', failed: true },
  };
  writeFileSync(join(folder, 'do.json'), mapOf(tasks));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const scenario = (name: string, answer: string, path: string): string =>
  `  - name: ${name}\n    answers: { Work: [${answer}] }\n    expect: { path: [Work, ${path}] }\n`;

function put(...scenarios: readonly string[]): void {
  writeFileSync(join(folder, 'do.scenario.yaml'), `map: do.json\nscenarios:\n${scenarios.join('')}`);
}

test('the scenarios of a file give plain results, and what of the map was played', async () => {
  put(scenario('it is good', 'Good', 'Done'), scenario('it is bad', 'Bad', 'Done'));
  const result = await testScenarios('do.scenario.yaml', { folder });
  expect(result).toMatchObject({
    passed: false,
    scenarios: [
      {
        file: 'do.scenario.yaml',
        name: 'it is good',
        line: 3,
        status: 'passed',
        failures: [],
        path: ['Work', 'Done'],
      },
      { name: 'it is bad', status: 'failed', path: ['Work', 'Broken'] },
    ],
    coverage: [{ map: 'do.json', taken: 2, total: 2 }],
  });
  expect(result.scenarios[1]?.failures.join('\n')).toContain('Broken');
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

test('some are chosen by their names, and the first that fails can be the last', async () => {
  put(scenario('one', 'Bad', 'Done'), scenario('two', 'Good', 'Done'));
  const chosen = await testScenarios(['do.scenario.yaml'], { folder, filter: 'TWO' });
  expect(chosen).toMatchObject({
    passed: true,
    scenarios: [{ name: 'two' }],
    coverage: [{ taken: 1, total: 2 }],
  });
  const bailed = await testScenarios('do.scenario.yaml', { folder, bail: true });
  expect(bailed.scenarios.map(({ status }) => status)).toEqual(['failed', 'skipped']);
});

test('a file that is none, and a map with errors, are refused', async () => {
  writeFileSync(join(folder, 'do.scenario.yaml'), 'map: nowhere.json\nscenarios: []\n');
  const unusable = { code: 'scenarios-unusable' };
  await expect(testScenarios('do.scenario.yaml', { folder })).rejects.toMatchObject(unusable);
  put(scenario('one', 'Good', 'Done'));
  writeFileSync(join(folder, 'do.json'), mapOf({ Work: { type: 'end', actions: {} } }));
  await expect(testScenarios('do.scenario.yaml', { folder })).rejects.toMatchObject(unusable);
});
