/**
 * The shipped maps, prompts and scenarios as they were once: users have maps like these.
 *
 * Z1. The frozen files are never edited.
 * Z2. The frozen maps are still valid, and their scenarios still pass: what was written for an older wfmap runs, but for the rows of
 * `CHANGED`.
 * Z3. What is reported of them since then is in `REPORTED`, so that the two lists have all that is different today.
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
import { check } from '../../src/check/check.ts';
import { isSameMap } from '../../src/print/convert.ts';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { templateReader } from '../../src/project/template-reader.ts';
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

/**
 * What is reported of the changed maps. A task that does not say what it writes may only read today, which is what a run does
 * differently; the other rows are advice. A role that replaces a shipped one has to have what that one requires.
 */
const REPORTED = `
debug: 1 lost-requirement
debug: 1 missing-writes
do-subtask: 4 missing-writes
do-subtask: 1 unbounded-loop
efficient: 1 missing-writes
fast: 1 missing-writes
parts/subtask: 1 lost-requirement
parts/subtask: 2 missing-writes
parts/variants: 3 missing-writes
parts/variants: 2 unread-input
patterns/branch: 2 missing-writes
patterns/linear: 1 missing-writes
patterns/recovery: 2 missing-writes
patterns/review-panel: 1 missing-writes
patterns/waves: 1 missing-writes
patterns/work-check: 1 missing-writes
plan: 1 lost-requirement
`;

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

/** A project of its own, with the prompts and schemas that ship: otherwise the parts of the shipped maps would be played. */
function changedProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-frozen-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(FROZEN, 'workflows'), join(root, 'workflows'), { recursive: true });
  change(root);
  cpSync(join(ROOT, 'grammar/artifacts'), join(root, 'grammar/artifacts'), { recursive: true });
  mkdirSync(join(root, '.git'));
  return root;
}

test('of the frozen maps no more is reported than is listed', () => {
  const root = changedProject();
  cpSync(join(FROZEN, 'prompts'), join(root, 'prompts'), { recursive: true });
  const readTemplate = templateReader({ workRoot: root, mapRoot: root, nameFrom: root });
  const maps = frozen.filter((file) => file.endsWith('.wfmap'));
  const found = maps.flatMap((map) => {
    const { diagnostics } = check({ name: map, text: read(root, map) }, readTemplate);
    const codes = diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code);
    const name = map.slice('workflows/'.length, -'.wfmap'.length);
    const countOf = (code: string) => codes.filter((each) => each === code).length;
    return [...new Set(codes)].toSorted().map((code) => `${name}: ${countOf(code)} ${code}`);
  });
  expect(`\n${found.join('\n')}\n`).toBe(REPORTED);
});

test('the frozen scenarios pass on the frozen maps', async () => {
  const root = changedProject();
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
