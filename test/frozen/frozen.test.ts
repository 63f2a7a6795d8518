/**
 * The shipped maps, prompts and scenarios as they were once: users have maps like these.
 *
 * Z1. The frozen files are never edited.
 * Z2. The frozen maps are still valid, and their scenarios still pass: what was written for an older wfmap runs, but for the rows of
 * `CHANGED`.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSameMap } from '../../src/print/convert.ts';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { reportOf } from '../scenario/session.ts';

const ROOT = join(import.meta.dirname, '../..');
const FROZEN = join(ROOT, 'test/fixtures/frozen');

const frozen = globSync('{workflows,prompts}/**/*.{json,wfmap,md,yaml}', { cwd: FROZEN })
  .filter((file) => file !== 'workflows/EDGES.md' && file !== 'prompts/README.md')
  .toSorted();

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

test('the frozen files are those of the day that they were frozen', () => {
  const hash = createHash('sha256');
  for (const file of frozen) hash.update(`${file}\0${read(FROZEN, file)}\0`);
  expect([frozen.length, hash.digest('hex')]).toEqual([
    148,
    'b48878f6ece8caf0c4c0200f9a695af0f4da51231886af7f3b18bbd9906958fb',
  ]);
});

/** What has to be changed in the frozen maps, and why: inputs whose values a shell runs are of the type "command". */
const CHANGED: readonly { readonly map: string; readonly inputs: readonly string[] }[] = [
  { map: 'debug', inputs: ['reproduceCommand', 'testCommand'] },
  { map: 'parts/gates', inputs: ['buildCommand', 'testCommand', 'lintCommand'] },
  { map: 'parts/subtask', inputs: ['testCommand'] },
];

function change(root: string): void {
  for (const { map, inputs } of CHANGED) {
    const path = join(root, 'workflows', map);
    const [source, compiled] = [`${path}.wfmap`, `${path}.json`];
    for (const input of inputs) {
      writeFileSync(
        source,
        read('', source).replace(`input ${input}? = ""`, `input ${input}?: command = ""`),
      );
      writeFileSync(
        compiled,
        read('', compiled).replace(new RegExp(`("${input}": \\{\\s*"type": )"string"`, 'u'), '$1"command"'),
      );
    }
    expect(
      isSameMap({ name: source, text: read('', source) }, { name: compiled, text: read('', compiled) }),
    ).toBe(true);
  }
}

test('the frozen scenarios pass on the frozen maps', async () => {
  // A project of its own, with the prompts and schemas that ship: otherwise the parts of the shipped maps would be played.
  const root = mkdtempSync(join(tmpdir(), 'wfmap-frozen-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(FROZEN, 'workflows'), join(root, 'workflows'), { recursive: true });
  change(root);
  cpSync(join(ROOT, 'grammar/artifacts'), join(root, 'grammar/artifacts'), { recursive: true });
  mkdirSync(join(root, '.git'));
  const files = findScenarios(`${root}/workflows`).map((path) => `workflows/${path}`);
  const { files: reports } = await reportOf(files, root);
  const played = reports.flatMap(({ scenarios }) => scenarios);
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(played.length).toBeGreaterThan(150);
  expect(played.filter(({ failures }) => failures.length > 0)).toEqual([]);
});

test.each(
  frozen.filter((file) => existsSync(join(FROZEN, file.replace(/json$/, 'wfmap'))) && file.endsWith('.json')),
)('the frozen %s and its source are one map', (file) => {
  const map = { name: file, text: read(FROZEN, file) };
  const name = file.replace(/json$/, 'wfmap');
  expect(isSameMap({ name, text: read(FROZEN, name) }, map)).toBe(true);
});
