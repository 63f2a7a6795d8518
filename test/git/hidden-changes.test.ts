import { createHash } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Repository } from './repository.ts';
import { NONE, test } from './sure-reader.ts';

/** Makes an index by hand: its `a.txt` has times and size of the file as it is, and the digest of how it was. */
function hideByIndex({ root, git }: Repository): void {
  const idOf = (word: string) => Buffer.from(git('rev-parse', word), 'hex');
  const was = idOf(':a.txt');
  // Git reads a file again that is as new as the index.
  utimesSync(join(root, 'a.txt'), 1, 1);
  git('add', 'a.txt');
  const index = readFileSync(join(root, '.git/index')).subarray(0, -20);
  was.copy(index, index.indexOf(idOf(':a.txt')));
  writeFileSync(join(root, '.git/index'), Buffer.concat([index, createHash('sha1').update(index).digest()]));
}

describe('what is changed in a folder', () => {
  test.for<readonly [string, (repository: Repository) => void]>([
    ['git was told to take it as unchanged', ({ git }) => git('update-index', '--assume-unchanged', 'a.txt')],
    ['git was told to leave it out', ({ git }) => git('update-index', '--skip-worktree', 'a.txt')],
    ['the index says that it is as it was', hideByIndex],
  ])('is found where %s', async ([, hide], { repository, reader, expect }) => {
    const { root, put } = repository;
    const snapshot = await reader.take(root);
    put('a.txt', 'b\n');
    hide(repository);
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, modified: ['a.txt'], count: 1 });
  });

  test.for<readonly [string, string, (repository: Repository) => void]>([
    ['its configuration', '.git/config', ({ git }) => git('config', 'core.fileMode', 'false')],
    [
      'rules of its own about ignored files',
      '.git/info/exclude',
      ({ put }) => put('.git/info/exclude', '*.ts\n'),
    ],
    ['attributes', '.git/info/attributes', ({ put }) => put('.git/info/attributes', '* filter=x\n')],
    ['a hook', '.git/hooks', ({ put }) => put('.git/hooks/pre-commit', '#!/bin/sh\n')],
  ])('is also how git sees it: %s', async ([, path, change], { repository, reader, expect }) => {
    const snapshot = await reader.take(repository.root);
    change(repository);
    expect(await reader.since(repository.root, snapshot)).toEqual({ ...NONE, modified: [path], count: 1 });
  });

  test('is also a hook where the configuration says that they are, and in a worktree', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { git } = repository;
    git('config', 'core.hooksPath', '.git/own hooks');
    const tree = join(home, 'tree');
    git('worktree', 'add', '--quiet', '--detach', tree);
    for (const [folder, path] of [
      [repository.root, '.git/own hooks/pre-push'],
      [tree, '.git/hooks/pre-push'],
    ] as const) {
      const snapshot = await reader.take(folder);
      repository.put(path, '#!/bin/sh\n');
      expect(await reader.since(folder, snapshot)).toEqual({ ...NONE, modified: ['.git/hooks'], count: 1 });
    }
  });
});
