import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearnessOf } from './nearest-first.ts';
import { lineOf, ResultFile, summaryOf, type Result } from './results.ts';
import { NAMED_SLOW_TESTS, slowTestsOf } from './slow-tests.ts';

const RESULT: Result = {
  number: 1,
  path: 'src/a.ts',
  line: 3,
  before: 'a < b',
  after: 'a <= b',
  end: 'killed',
  by: 'test/a.test.ts > a law',
  seconds: 4,
};
const withEnds = (...ends: readonly Result['end'][]): readonly Result[] =>
  ends.map((end, at) => ({ ...RESULT, number: at + 1, end }));

test('tests that the table names are there, and every folder of the code has some', () => {
  const tests = globSync('test/**/*.test.ts');
  const missing = NAMED_SLOW_TESTS.filter((each) => !tests.some((path) => path.startsWith(each)));
  expect(missing).toEqual([]);
  for (const folder of globSync('src/*/')) expect(slowTestsOf(`${folder}/a.ts`)).not.toEqual([]);
});

test('the tests of the same folder and name come first', () => {
  const ranked = [
    'test/run/a.test.ts',
    'test/lsp/b.test.ts',
    'test/lsp/features/b.test.ts',
    'test/lsp/features/a.test.ts',
  ];
  const changed = 'src/lsp/features/a.ts';
  expect(ranked.toSorted((a, b) => nearnessOf(b, changed) - nearnessOf(a, changed))).toEqual([
    'test/lsp/features/a.test.ts',
    'test/lsp/features/b.test.ts',
    'test/lsp/b.test.ts',
    'test/run/a.test.ts',
  ]);
});

test('a result is a line', () => {
  expect(lineOf(5, RESULT)).toBe('5:1 src/a.ts:3  a < b  =>  a <= b  killed (test/a.test.ts > a law), 4 s');
});

test('nine of ten that are not equivalent must die; what hangs has died', () => {
  const nine = withEnds(...Array<'killed'>(8).fill('killed'), 'timed-out');
  expect(summaryOf([...nine, ...withEnds('survived', 'equivalent')])).toEqual({
    text: '11 mutants: 8 killed, 1 timed out, 1 survived, 1 equivalent; 90.0 % of the others died (90 wanted).',
    isEnough: true,
  });
  expect(summaryOf([...nine.slice(1), ...withEnds('survived')]).isEnough).toBe(false);
  expect(summaryOf([]).isEnough).toBe(true);
});

test('results outlive the run that found them; the last of a number counts, and a torn line does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-results-'));
  const file = join(folder, 'inner/results.jsonl');
  const first = new ResultFile(file);
  expect(first.find(1, RESULT)).toBeUndefined();
  first.add({ ...RESULT, end: 'survived' });
  first.add(RESULT);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"number":2,"pa`);
  const second = new ResultFile(file);
  expect(second.find(1, RESULT)).toEqual(RESULT);
  expect(second.find(2, RESULT)).toBeUndefined();
  expect(second.find(1, { ...RESULT, after: 'a > b' })).toBeUndefined();
  rmSync(folder, { recursive: true });
});
