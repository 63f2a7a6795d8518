import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { branchOf } from '../../../src/cli/io/branch-of.ts';

let root = '';
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'wfmap-branch-'))));
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('the branch that is checked out is read from the folder of git', () => {
  expect(branchOf(root)).toBe('');
  put('.git/HEAD', 'ref: refs/heads/feature/a b\n');
  expect(branchOf(root)).toBe('feature/a b');
  put('.git/HEAD', '0123456789012345678901234567890123456789\n');
  expect(branchOf(root)).toBe('');
  put('.git/HEAD', 'x ref: refs/heads/main\n');
  expect(branchOf(root)).toBe('');
});

test('a worktree names its folder of git, from where it is or from the root', () => {
  put('tree/.git', 'gitdir: ../kept/tree\n');
  put('kept/tree/HEAD', 'ref: refs/heads/main\r\n');
  expect(branchOf(join(root, 'tree'))).toBe('main');
  put('other/.git', `gitdir: ${join(root, 'kept/tree')}\n`);
  expect(branchOf(join(root, 'other'))).toBe('main');
  put('none/.git', 'something else\n');
  expect(branchOf(join(root, 'none'))).toBe('');
  put('gone/.git', 'gitdir: nowhere\n');
  expect(branchOf(join(root, 'gone'))).toBe('');
});

test('a name that is beyond what git writes is cut, and a folder in its place is none', () => {
  put('.git/HEAD', `ref: refs/heads/${'x'.repeat(9000)}`);
  expect(branchOf(root)).toBe('x'.repeat(4096 - 'ref: refs/heads/'.length));
  rmSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(root, '.git/HEAD'), { recursive: true });
  expect(branchOf(root)).toBe('');
});
