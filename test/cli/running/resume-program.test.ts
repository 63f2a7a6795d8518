import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programToResume, type ProgramToResume } from '../../../src/cli/running/resume-program.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { captured } from '../../helpers/captured.ts';
import { startOnDisk, type DiskRun } from '../../helpers/disk-run.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/running`;

const ask = (file: string, target: string) => ({
  type: 'human',
  promptTemplatePath: file,
  actions: { Go: { target } },
});
const mapWith = (...files: readonly string[]) => ({
  description: 'Asks',
  startTaskDefinition: 'Ask0',
  taskDefinitions: {
    ...Object.fromEntries(
      files.map((file, index) => [
        `Ask${index}`,
        ask(file, index + 1 < files.length ? `Ask${index + 1}` : 'Done'),
      ]),
    ),
    Done: { type: 'end' },
  },
});
const TEMPLATES = { 'a.md': 'One?\n', 'b.md': 'Two?\n' };

let root = '';
let run: DiskRun;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-resume-')));
  run = await startOnDisk(root, {
    map: mapWith('a.md', 'b.md'),
    templates: TEMPLATES,
    path: 'maps/ask.json',
  });
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string | object): void =>
  writeFileSync(join(root, path), typeof text === 'string' ? text : JSON.stringify(text));
const program = (accepts: { acceptChanges?: boolean; asStarted?: boolean } = {}): ProgramToResume =>
  programToResume({ run: run.directory, view: runViewOf(run.events()) }, root, {
    acceptChanges: false,
    asStarted: false,
    ...accepts,
  });
const tasksOf = ({ program: { map } }: ProgramToResume): readonly string[] =>
  map.block.tasks.map(({ name }) => name);

test('a run whose map and templates are as they were resumes with them, whatever is accepted', () => {
  for (const accepts of [{}, { acceptChanges: true }, { asStarted: true }]) {
    const read = program(accepts);
    expect(read).toMatchObject({ changedTexts: undefined });
    expect(tasksOf(read)).toEqual(['Ask0', 'Ask1', 'Done']);
  }
});

test('what was changed since a run was started is named, and how it resumes none the less', async () => {
  put('new.md', 'Three?\n');
  const cases: readonly (readonly [string, () => void])[] = [
    ['a template', () => put('a.md', 'Other?\n')],
    [
      'the map, a template that is gone from it and one that is new',
      () => put('maps/ask.json', mapWith('a.md', 'new.md')),
    ],
    ['a map with an error', () => put('maps/ask.json', '{"description": 7}')],
    ['a map that is gone', () => rmSync(join(root, 'maps/ask.json'))],
  ];
  const reported: string[] = [];
  for (const [name, change] of cases) {
    change();
    for (const acceptChanges of [false, true]) {
      const { fault } = await captured(() => program({ acceptChanges }));
      reported.push(`# ${name}${acceptChanges ? ', accepted' : ''}\n${fault === '' ? 'resumes\n' : fault}`);
    }
  }
  const text = reported.join('\n').replaceAll(root, '<project>');
  await expect(text).toMatchFileSnapshot(`${FIXTURES}/changed.out`);
});

test('a change that is accepted comes with its texts, and one that is not leaves the copies of the run', () => {
  const map = mapWith('b.md');
  put('maps/ask.json', map);
  const now = program({ acceptChanges: true });
  expect([tasksOf(now), now.changedTexts]).toEqual([
    ['Ask0', 'Done'],
    [JSON.stringify(map), 'Two?\n'],
  ]);
  const before = program({ asStarted: true });
  expect([tasksOf(before), before.changedTexts]).toEqual([['Ask0', 'Ask1', 'Done'], undefined]);
});

test('a journal without a start is none to resume', async () => {
  writeFileSync(join(run.directory.folder, 'journal.jsonl'), '');
  expect((await captured(() => program())).fault).toBe('wfmap: The journal has no start.\n');
});
