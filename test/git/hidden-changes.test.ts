import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { until } from '../e2e/helpers/until.ts';
import type { Repository } from './repository.ts';
import { NONE, sureReader, test } from './sure-reader.ts';

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

/** Lets git take the tree of now for that of HEAD, wherever it meets it. */
function replaceTree({ root, git }: Repository): void {
  const index = join(root, '.git/other-index');
  copyFileSync(join(root, '.git/index'), index);
  const environment = { ...process.env, GIT_INDEX_FILE: index };
  execFileSync('git', ['add', '--all'], { cwd: root, env: environment });
  const now = execFileSync('git', ['write-tree'], { cwd: root, env: environment, encoding: 'utf8' }).trim();
  rmSync(index);
  git('replace', now, 'HEAD^{tree}');
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

  test('is found where it has its size and time of before, and git is to go by these', async ({
    repository: { root, git, put },
    reader,
    expect,
  }) => {
    git('config', 'core.trustctime', 'false');
    git('config', 'core.checkStat', 'minimal');
    const age = (): void => utimesSync(join(root, 'a.txt'), 1, 1);
    age();
    git('update-index', '--refresh');
    const snapshot = await reader.take(root);
    // Git compares seconds, and the clock of files is some milliseconds behind that of programs.
    const next = (Math.floor(Date.now() / 1000) + 1) * 1000;
    await until(() => Date.now() > next + 50);
    put('a.txt', 'b\n');
    age();
    expect(git('status', '--porcelain')).toBe('');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, modified: ['a.txt'], count: 1 });
  });

  test('is found where a tree replaces another', async ({ repository, reader, expect }) => {
    const snapshot = await reader.take(repository.root);
    repository.put('a.txt', 'b\n');
    replaceTree(repository);
    expect(await reader.since(repository.root, snapshot)).toEqual({
      ...NONE,
      modified: ['a.txt'],
      count: 1,
    });
  });

  test.for<readonly [string, (repository: Repository, before: string) => void]>([
    ['a replacement', ({ git }, before) => git('replace', '--graft', before, 'HEAD')],
    [
      'a graft',
      ({ git, put }, before) => put('.git/info/grafts', `${before} ${git('rev-parse', 'HEAD').trim()}\n`),
    ],
  ])(
    'is a commit, though %s makes it older than the one before',
    async ([, hide], { repository, reader, expect }) => {
      const snapshot = await reader.take(repository.root);
      repository.git('commit', '--quiet', '--allow-empty', '--message', 'made');
      const made = repository.git('rev-parse', 'HEAD').trim();
      hide(repository, snapshot.head ?? '');
      expect(await reader.since(repository.root, snapshot)).toEqual({ ...NONE, commits: [made] });
    },
  );

  test('is HEAD, where it was moved back, and where it names nothing any more', async ({
    repository: { root, git },
    reader,
    expect,
  }) => {
    const first = git('rev-parse', 'HEAD').trim();
    git('commit', '--quiet', '--allow-empty', '--message', 'second');
    const second = git('rev-parse', 'HEAD').trim();
    const snapshot = await reader.take(root);
    git('reset', '--quiet', '--soft', first);
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, commits: [first] });
    git('symbolic-ref', 'HEAD', 'refs/heads/unborn');
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, commits: [second] });
  });

  test('is a list of what git ignores that ignores itself, beside files that git knows', async ({
    repository: { root, put },
    reader,
    expect,
  }) => {
    put('src/app.js', 'app\n');
    const snapshot = await reader.take(root);
    put('src/.gitignore', '*\n');
    put('src/hidden.js', 'hidden\n');
    expect(await reader.since(root, snapshot)).toMatchObject({ added: ['src/.gitignore'], count: 1 });
  });

  test('is not the list by which the run hides what it writes itself, whenever it makes that', async ({
    repository: { root, put },
    home,
    expect,
  }) => {
    put('src/app.js', 'app\n');
    const reader = sureReader(home, ['.map/**', 'kept/one.json', 'kept/.gitignore']);
    try {
      const snapshot = await reader.take(root);
      for (const folder of ['.map', '.map/inner', 'kept', 'kept-not']) put(`${folder}/.gitignore`, '*\n');
      expect(await reader.since(root, snapshot)).toMatchObject({ added: ['kept-not/.gitignore'], count: 1 });
    } finally {
      reader.dispose();
    }
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
