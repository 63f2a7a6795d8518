/**
 * The shipped maps, prompts and scenarios as they were once, kept so that no later change of their meaning goes unseen.
 *
 * Z1. The frozen files are never edited.
 * Z2. The frozen maps are still valid, and their scenarios still pass: what was written for an older wfmap runs.
 * Z3. Each difference of a shipped file to its frozen form is a row of `differences.json`, with its reason.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { convertMap, isSameMap } from '../../src/print/convert.ts';
import { findScenarios } from '../../src/project/find-scenarios.ts';
import { reportOf } from '../scenario/session.ts';
import { lineDifferences, valueDifferences, type Difference } from './differences.ts';

const ROOT = join(import.meta.dirname, '../..');
const FROZEN = join(ROOT, 'test/fixtures/frozen');

const filesIn = (root: string): readonly string[] =>
  globSync('{workflows,prompts}/**/*.{json,wfmap,md,yaml}', { cwd: root })
    .filter((file) => file !== 'workflows/EDGES.md' && file !== 'prompts/README.md')
    .toSorted();

const frozen = filesIn(FROZEN);
const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

/** A row of the list: `file` alone where it was not there before, or is there no more. */
interface Row extends Difference {
  readonly file: string;
  readonly reason: string;
}

const rows: readonly Row[] = JSON.parse(read(import.meta.dirname, 'differences.json'));

test('the frozen files are those of the day that they were frozen', () => {
  const hash = createHash('sha256');
  for (const file of frozen) hash.update(`${file}\0${read(FROZEN, file)}\0`);
  expect([frozen.length, hash.digest('hex')]).toEqual([
    148,
    'b48878f6ece8caf0c4c0200f9a695af0f4da51231886af7f3b18bbd9906958fb',
  ]);
});

test('the frozen scenarios pass on the frozen maps', async () => {
  const files = findScenarios(`${FROZEN}/workflows`).map((path) => `workflows/${path}`);
  const { files: reports } = await reportOf(files, FROZEN);
  const played = reports.flatMap(({ scenarios }) => scenarios);
  expect(played.length).toBeGreaterThan(150);
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(played.filter(({ failures }) => failures.length > 0)).toEqual([]);
});

test.each(
  frozen.filter((file) => existsSync(join(FROZEN, file.replace(/json$/, 'wfmap'))) && file.endsWith('.json')),
)('the frozen %s and its source are one map', (file) => {
  const map = { name: file, text: read(FROZEN, file) };
  const name = file.replace(/json$/, 'wfmap');
  expect(isSameMap({ name, text: read(FROZEN, name) }, map)).toBe(true);
});

/** A file by what it means, where it is no prose. */
function meaningOf(root: string, file: string): unknown {
  const text = read(root, file);
  if (file.endsWith('.json')) return JSON.parse(text);
  if (file.endsWith('.yaml')) return parse(text, { merge: true });
  const json = convertMap({ name: file, text }, 'json', () => undefined);
  return json === undefined ? { invalid: text } : JSON.parse(json);
}

function differencesOf(file: string): readonly (Difference & { readonly file: string })[] {
  const [was, is] = [existsSync(join(FROZEN, file)), existsSync(join(ROOT, file))];
  if (!was || !is) return [{ file, at: was ? 'gone' : 'new' }];
  const found = file.endsWith('.md')
    ? lineDifferences(read(FROZEN, file), read(ROOT, file))
    : valueDifferences(meaningOf(FROZEN, file), meaningOf(ROOT, file));
  return found.map((each) => ({ file, ...each }));
}

describe('what a shipped file means otherwise than its frozen form', () => {
  // What a source in the language says is compared as its map, where that is shipped too.
  const isMap = (file: string): boolean =>
    !file.endsWith('.wfmap') || !existsSync(join(ROOT, file.replace(/wfmap$/, 'json')));
  const files = [...new Set([...frozen, ...filesIn(ROOT)])].filter(isMap).toSorted();

  test('is all in the list, in the order of the files, and nothing else is', () => {
    const found = files.flatMap(differencesOf);
    expect(rows.map(({ reason: _reason, ...row }) => row)).toEqual(found);
  });

  test('has a reason each', () => {
    expect(rows.filter(({ reason }) => !/\S.{15,}/.test(reason))).toEqual([]);
  });
});
