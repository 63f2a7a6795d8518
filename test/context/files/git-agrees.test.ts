import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listProject } from '../../../src/context/files/list-project.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-ignore-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const NAMES = ['a', 'b', 'ab', 'a.b', 'abc', 'a-b', '[a]', 'a b'];
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const piece = fc.constantFrom(
  'a',
  'b',
  '*',
  '?',
  '**',
  '[ab]',
  '[!a]',
  '[a-c]',
  '.',
  '\\[',
  'ab',
  'a*b',
  '-',
  ' ',
);
const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const pattern = fc
  .tuple(
    fc.constantFrom('', '!', '/', '!/'),
    fc.array(fc.oneof(segment, fc.constantFrom('**', '*', 'a')), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/', ' ', '/**'),
  )
  .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
const rules = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));

test('what is listed is what git does not ignore, with rules at every level', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
      rules,
      fc.dictionary(name, rules, { maxKeys: 2 }),
      (paths, top, below) => {
        rmSync(root, { recursive: true });
        mkdirSync(root);
        spawnSync('git', ['init', '-q'], { cwd: root });
        for (const each of paths) put(`${each}/f`, '');
        put('.gitignore', top);
        for (const [folder, text] of Object.entries(below)) put(`${folder}/.gitignore`, text);
        expect(listProject(root, []).files).toEqual(listedByGit());
      },
    ),
    {
      numRuns: 150,
      // A literal start is compared before the rest, so that its `**` stands at the start of a pattern.
      examples: [
        [['a'], '.**/**', {}],
        [['a', 'ab/a', 'abc/b/a'], 'a**/a\n!/ab**', { abc: 'a**/f' }],
      ],
    },
  );
});

test('a pattern that makes regular expressions slow is compared at once', () => {
  put('.gitignore', `${'a*'.repeat(400)}b\n${'**/'.repeat(300)}x\n`.repeat(400));
  put('a'.repeat(200), '');
  put(`${'a/'.repeat(30)}f`, '');
  const before = process.cpuUsage();
  expect(listProject(root, []).files).toHaveLength(3);
  // Some hundred times what it takes, and nothing of what backtracking would.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});

function put(file: string, text: string): void {
  const target = join(root, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

function listedByGit(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  });
  return stdout.split('\0').slice(0, -1).toSorted();
}
