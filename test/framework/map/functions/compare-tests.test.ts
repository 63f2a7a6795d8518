import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareTests } from '../../../../src/framework/map/functions/compare-tests.ts';
import type { Value } from '../../../../src/model/value.ts';
import { cpuMsOf } from '../../../helpers/cpu-ms.ts';

const OUTPUTS = join(import.meta.dirname, '../../../fixtures/outputs');
/** Runs before and after new tests were written, where an older test fails in both. */
const PAIRS = join(import.meta.dirname, '../../../fixtures/test-runs');

const PASSES = { exitCode: 0, stdout: 'ok\n' };
const verdictOf = (before: Value, after: Value, files: readonly string[]): unknown =>
  (compareTests(before, after, files) as { verdict: string }).verdict;

/** The one file of the project that an output names. */
const FILE = /(?:^|[\s/('"[])((?:test\/)?\w+(?:\.test\.[cm]?js|_test\.go)|test_\w+\.py)/m;

const red = globSync(`${OUTPUTS}/*/*.red.txt`)
  .toSorted()
  .filter((file) => !file.includes('/tsc/'))
  .map((path) => {
    const [, name = '', exitCode] = /^(.*)\.(\d+)\.red\.txt$/.exec(relative(OUTPUTS, path)) ?? [];
    const stdout = readFileSync(path, 'utf8');
    const file = name.startsWith('cargo') ? 'src/lib.rs' : FILE.exec(stdout)?.[1];
    return { name, file: file ?? '', run: { exitCode: Number(exitCode), stdout } };
  });

describe('outputs of test runners', () => {
  it.each(red)('$name: a new file of tests that fails after all passed is red', ({ run, file }) => {
    expect(file).not.toBe('');
    expect(verdictOf(PASSES, run, [file])).toBe('red');
  });

  it.each(red)('$name: the same failure in a file that is not new is elsewhere', ({ run }) => {
    expect(verdictOf(PASSES, run, ['test/new.test.js', 'new_test.go', 'tests/new.rs', 'test_new.py'])).toBe(
      'elsewhere',
    );
  });

  it.each(red)('$name: a failure that was there before opens no gate', ({ run, file }) => {
    expect(verdictOf(run, run, [file])).toBe('green');
  });

  const broken = globSync(`${OUTPUTS}/*/*.broken.txt`).toSorted();
  it.each(broken.map((path) => [relative(OUTPUTS, path), path]))(
    '%s: what cannot be run is never red',
    (_, path) => {
      const exitCode = Number(/\.(\d+)\.broken/.exec(path)?.[1]);
      const run = { exitCode, stdout: readFileSync(path, 'utf8') };
      expect(['broken', 'elsewhere', 'unknown']).toContain(verdictOf(PASSES, run, ['test/sum.test.js']));
      expect(['green', 'unknown']).toContain(verdictOf(run, run, ['test/sum.test.js']));
    },
  );
});

/** `<runner>/<what the new tests do>.<file>.txt` beside `<runner>/before.txt`; each begins with the exit code. */
const pairs = globSync(`${PAIRS}/*/*.txt`)
  .toSorted()
  .filter((path) => !path.endsWith('before.txt'))
  .map((path) => {
    const [, verdict = '', file = ''] = /\/([a-z]+)\.([^/]+)\.txt$/.exec(path) ?? [];
    return { name: relative(PAIRS, path), verdict, file, path };
  });

function recorded(path: string): Value {
  const [exitCode = '', ...lines] = readFileSync(path, 'utf8').split('\n');
  return { exitCode: Number(exitCode), stdout: lines.join('\n') };
}

it.each(pairs)('beside an older test that fails, $name', ({ verdict, file, path }) => {
  expect(verdictOf(recorded(join(path, '../before.txt')), recorded(path), [file])).toBe(verdict);
});

it('there are such pairs of runs', () => {
  expect(new Set(pairs.map(({ verdict }) => verdict))).toEqual(
    new Set(['red', 'green', 'broken', 'elsewhere']),
  );
});

describe('what cannot be told is not red', () => {
  it.each<readonly [string, Value, Value, readonly string[]]>([
    ['no output that is known', PASSES, { exitCode: 1, stdout: '3 failed' }, ['a.test.js']],
    ['no run', PASSES, null, ['a.test.js']],
    [
      'the tests could not be run before either',
      { exitCode: 127, stdout: 'sh: 1: x: not found' },
      { exitCode: 127, stdout: 'sh: 1: x: not found' },
      ['a.test.js'],
    ],
    [
      'a failure without a file beside one with',
      PASSES,
      {
        exitCode: 1,
        stdout: '--- FAIL: TestA (0.00s)\n    a_test.go:3: no\n--- FAIL: TestB (0.00s)\nFAIL\n',
      },
      ['a_test.go'],
    ],
  ])('%s', (_, before, after, files) => {
    expect(verdictOf(before, after, files)).toBe('unknown');
  });
});

it('no new files are never red, and no exit code 0 is anything but green', () => {
  for (const { run } of red) expect(verdictOf(PASSES, run, [])).not.toBe('red');
  expect(verdictOf(red[0]?.run ?? null, PASSES, ['a'])).toBe('green');
});

it('the reason names the tests', () => {
  const stdout =
    ' FAIL  test/a.test.ts > adds > works\nAssertionError: expected 1 to be 2\n FAIL  test/b.test.ts > old\nAssertionError: no\n';
  const run = { exitCode: 1, stdout };
  expect(compareTests(PASSES, run, ['test/a.test.ts', 'test/b.test.ts'])).toMatchObject({
    verdict: 'red',
    failures: ['test/a.test.ts: adds > works', 'test/b.test.ts: old'],
  });
  expect(compareTests(PASSES, run, ['test/a.test.ts'])).toMatchObject({
    verdict: 'elsewhere',
    reason: expect.stringMatching(/others fail as well.*\n- test\/b\.test\.ts: old$/) as unknown,
  });
});

it('takes time in proportion to the output', async () => {
  const stdout = 'not ok 1 - a\n  at x (a.test.js:1:1)\n'.repeat(20_000);
  expect(await cpuMsOf(() => compareTests(PASSES, { exitCode: 1, stdout }, ['a.test.js']))).toBeLessThan(
    3000,
  );
});
