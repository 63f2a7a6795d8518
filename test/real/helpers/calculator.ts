import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { bash, tool, write, type Answer } from './answers.ts';
import type { Bench } from './bench.ts';

/** What agents do to the calculator of a bench, whose `add` subtracts, and whose test says so. */

export const readsAdd: Answer = tool('Read', { file_path: 'src/add.js' });

export function editsAdd(from: string, to: string): Answer {
  return tool('Edit', { file_path: 'src/add.js', old_string: from, new_string: to });
}

export const mendsAdd: readonly Answer[] = [readsAdd, editsAdd('a - b', 'a + b')];

export const writesMultiply: Answer = write(
  'src/multiply.js',
  'export function multiply(a, b) {\n  return a * b;\n}\n',
);

export const writesMultiplyTest: Answer = write(
  'test/multiply.test.js',
  "import test from 'node:test';\nimport assert from 'node:assert';\nimport { multiply } from '../src/multiply.js';\n\ntest('multiplies', () => assert.equal(multiply(2, 3), 6));\n",
);

export const writesAddTest: Answer = write(
  'test/add-negative.test.js',
  "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/add.js';\n\ntest('adds negatives', () => assert.equal(add(-1, 1), 0));\n",
);

export const runsTests: Answer = bash('npm test');

export const looks: Answer = bash('git diff');

/** The work is done on a branch whose name is no name of a folder. */
export function onBranch(bench: Bench): void {
  bench.git('checkout', '-q', '-b', 'feat/x');
}

/** The subjects of the branch's own commits, the oldest first. */
export function subjectsOf(bench: Bench): readonly string[] {
  return bench.git('log', '--reverse', '--format=%s', 'main..feat/x').split('\n').filter(Boolean);
}

/** The branch holds nothing of wfmap's, everything is committed, and nothing is left of worktrees. */
export function assertClean(bench: Bench): void {
  const touched = bench.git('log', '--name-only', '--format=', 'main..feat/x');
  assert.doesNotMatch(touched, /^\.(?:map|wfmap|claude)/m);
  assert.equal(bench.git('status', '--porcelain'), '');
  assert.equal(bench.git('rev-parse', '--abbrev-ref', 'HEAD').trim(), 'feat/x');
  assert.equal(bench.git('worktree', 'list').trim().split('\n').length, 1);
  assert.equal(bench.git('for-each-ref', '--format=%(refname:short)', 'refs/heads'), 'feat/x\nmain\n');
}

/** All tests of the project pass, and there are so many. */
export function assertTestsPass(bench: Bench, count: number): void {
  const { status, stdout } = spawnSync('npm', ['test'], { cwd: bench.folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  assert.match(stdout, new RegExp(String.raw`^\W*pass ${count}$`, 'm'));
}
