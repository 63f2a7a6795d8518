import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { listOwnWorktrees, lookAtLeft, removeLeft } from '../../src/git/worktree/left-worktree.ts';
import { test } from './repository.ts';

const PATH = '.wfmap/worktrees/one';
const LEFT = { path: PATH, branch: 'wfmap/one' };

describe('what is left of a worktree', () => {
  test('is its folder, its branch, what only it has and what is in no commit', async ({
    repository,
    expect,
  }) => {
    const { root, git, put } = repository;
    const inside = (...words: string[]): string => git('-C', join(root, PATH), ...words);
    expect(await lookAtLeft(root, LEFT)).toBeUndefined();
    git('worktree', 'add', '-q', '-b', 'wfmap/one', PATH);
    expect(await lookAtLeft(root, LEFT)).toEqual({
      hasFolder: true,
      hasBranch: true,
      commits: 0,
      changed: 0,
    });
    put(`${PATH}/b.txt`, 'b');
    put(`${PATH}/c.txt`, 'c');
    inside('add', 'b.txt');
    inside('commit', '-q', '-m', 'b');
    expect(await lookAtLeft(root, LEFT)).toEqual({
      hasFolder: true,
      hasBranch: true,
      commits: 1,
      changed: 1,
    });
    // Work on no branch counts, too.
    inside('switch', '-q', '--detach');
    inside('commit', '-q', '--allow-empty', '-m', 'late');
    expect(await lookAtLeft(root, LEFT)).toMatchObject({ commits: 2 });
    git('tag', 'kept', inside('rev-parse', 'HEAD'));
    expect(await lookAtLeft(root, LEFT)).toMatchObject({ commits: 0 });
    git('tag', '-d', 'kept');
    git('update-ref', 'refs/remotes/origin/one', 'wfmap/one');
    expect(await lookAtLeft(root, LEFT)).toMatchObject({ commits: 1 });
  });

  test('may be its folder or its branch alone', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    git('branch', 'wfmap/one');
    expect(await lookAtLeft(root, LEFT)).toEqual({
      hasFolder: false,
      hasBranch: true,
      commits: 0,
      changed: 0,
    });
    expect(await lookAtLeft(root, { ...LEFT, branch: null })).toBeUndefined();
    put(`${PATH}/file`, 'x');
    expect(await lookAtLeft(root, { ...LEFT, branch: null })).toEqual({
      hasFolder: true,
      hasBranch: false,
      commits: 0,
      changed: 0,
    });
  });

  test('is removed, whatever is in it', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    git('worktree', 'add', '-q', '-b', 'wfmap/one', PATH);
    put(`${PATH}/b.txt`, 'b');
    expect(await removeLeft(root, LEFT)).toBeUndefined();
    expect(existsSync(join(root, PATH))).toBe(false);
    expect(git('branch', '--list', 'wfmap/*')).toBe('');
    expect(await removeLeft(root, LEFT)).toBeUndefined();
  });

  test('keeps its branch where none is named, and is forgotten where its folder is gone', async ({
    repository,
    expect,
  }) => {
    const { root, git } = repository;
    git('worktree', 'add', '-q', '-b', 'wfmap/one', PATH);
    rmSync(join(root, PATH), { recursive: true });
    expect(await removeLeft(root, { ...LEFT, branch: null })).toBeUndefined();
    expect(git('branch', '--list', 'wfmap/*')).toBe('wfmap/one');
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

test('worktrees are listed that lie where wfmap has its own, with their branches', async ({
  home,
  repository,
  expect,
}) => {
  const { root, git } = repository;
  expect(await listOwnWorktrees(root)).toEqual([]);
  git('worktree', 'add', '-q', '-b', 'wfmap/demo/one', PATH);
  git('worktree', 'add', '-q', '--detach', '.wfmap/worktrees/two');
  git('worktree', 'add', '-q', '-b', 'deeper', '.wfmap/worktrees/three/four');
  git('worktree', 'add', '-q', '-b', 'mine', join(home, 'mine'));
  const listed = await listOwnWorktrees(root);
  expect(listed.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: PATH, branch: 'wfmap/demo/one' },
    { path: '.wfmap/worktrees/two', branch: null },
  ]);
  expect(await listOwnWorktrees(home)).toEqual([]);
});
