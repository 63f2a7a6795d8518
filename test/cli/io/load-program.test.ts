import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadProgram, loadStoredProgram } from '../../../src/cli/io/load-program.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { captured } from '../../helpers/captured.ts';
import { startOnDisk } from '../../helpers/disk-run.ts';
import { mapOf } from '../../helpers/maps.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-load-')));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const ask = (file: string, target: string) => ({
  type: 'human',
  promptTemplatePath: file,
  actions: { Go: { target } },
});
const MAP = mapOf({ Ask: ask('prompts/ask.md', 'Done'), Done: { type: 'end' } });

test('a map is called by its path from the work root, and its templates by theirs', () => {
  put('maps/a.json', MAP);
  put('prompts/ask.md', 'Well?\n');
  const { program, resolved, texts, warnings } = loadProgram('a.json', root, join(root, 'maps'));
  expect([program.source.path, resolved.path, texts, warnings]).toEqual([
    'maps/a.json',
    join(root, 'maps/a.json'),
    [MAP, 'Well?\n'],
    0,
  ]);
  expect(Object.entries(program.templateSources)).toMatchObject([
    ['prompts/ask.md', { path: 'prompts/ask.md', root: 'work' }],
  ]);
});

test('a map with errors is told with each of them, and nothing is started', async () => {
  put('one.json', MAP);
  const reported: string[] = [];
  for (const [name, text] of [
    ['one.json', MAP],
    ['two.json', MAP.replace('"Done","', '"Gone","').replace('"target":"Done"', '"target":"Gone"')],
    ['none.json', '{'],
  ] as const) {
    put(name, text);
    reported.push(`# ${name}\n${(await captured(() => loadProgram(name, root, root))).text}`);
  }
  await expect(reported.join('\n').replaceAll(root, '<project>')).toMatchFileSnapshot(
    `${import.meta.dirname}/../../fixtures/io/load.out`,
  );
});

test('a run is read back from its copies alone', async () => {
  const map = JSON.parse(MAP) as object;
  const run = await startOnDisk(root, { map, templates: { 'prompts/ask.md': 'Well?\n' }, path: 'a.json' });
  const [first] = run.events();
  if (first?.type !== 'run.started') throw new Error('the run has a start');
  rmSync(join(root, 'a.json'));
  rmSync(join(root, 'prompts'), { recursive: true });
  const stored = loadStoredProgram(nodeFileSystem, run.directory, first.data);
  expect(stored.texts.at(-1)).toBe('Well?\n');
  expect(stored.program.source).toEqual(first.data.map);
  expect(stored.program.templateSources).toEqual(first.data.templates);
  const { fault } = await captured(() =>
    loadStoredProgram(nodeFileSystem, run.directory, { ...first.data, templates: {} }),
  );
  expect(fault).toBe('wfmap: "a.json" has an error, so nothing was started.\n');
});
