import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { stagedDeletions } from '../../src/git/staged-deletions.ts';
import { test } from './repository.ts';

const lines = (count: number, of = 'the file'): string =>
  Array.from({ length: count }, (_, at) => `line ${at} of ${of}\n`).join('');

describe('the lines that a file loses in what is to be committed', () => {
  test('are counted for each file below a folder, by its path', async ({ repository, expect }) => {
    const { root, put, git, commit } = repository;
    for (const name of ['changed', 'gone', 'kept', 'moved', 'with a\ttab and\nbreak'])
      put(`roles/${name}.md`, lines(20, name.slice(0, 4)));
    put('elsewhere.md', lines(20));
    commit();
    put('roles/changed.md', `${lines(17, 'chan')}another\n`);
    put('roles/added.md', lines(3));
    put('roles/with a\ttab and\nbreak.md', lines(19, 'with'));
    put('elsewhere.md', '');
    rmSync(join(root, 'roles/gone.md'));
    git('mv', 'roles/moved.md', 'roles/inner.md');
    put('roles/inner.md', lines(18, 'move'));
    git('add', '--all');
    put('roles/kept.md', '');
    expect(await stagedDeletions(root, 'roles', undefined)).toEqual([
      { path: 'roles/added.md', lines: 0 },
      { path: 'roles/changed.md', lines: 3 },
      { path: 'roles/gone.md', lines: 20 },
      { path: 'roles/inner.md', lines: 2 },
      { path: 'roles/with a\ttab and\nbreak.md', lines: 1 },
    ]);
  });

  test('of what git takes for no text are those by which it is shorter', async ({ repository, expect }) => {
    const { root, git, commit } = repository;
    const bytes = (count: number): string => `\0${'x\n'.repeat(count)}`;
    for (const [name, count] of Object.entries({ less: 9, more: 2, gone: 4 }))
      writeFileSync(join(root, `${name}.bin`), bytes(count));
    commit();
    writeFileSync(join(root, 'less.bin'), bytes(2));
    writeFileSync(join(root, 'more.bin'), bytes(9));
    rmSync(join(root, 'gone.bin'));
    git('add', '--all');
    expect(await stagedDeletions(root, '.', undefined)).toEqual([
      { path: 'gone.bin', lines: 4 },
      { path: 'less.bin', lines: 7 },
      { path: 'more.bin', lines: 0 },
    ]);
  });

  test('are read without the programs and colours that a repository asks for', async ({
    repository,
    expect,
  }) => {
    const { root, put, git, commit } = repository;
    put('.gitattributes', '*.txt diff=loud\n');
    put('sub/a.txt', lines(4));
    commit();
    git('config', 'diff.external', 'false');
    git('config', 'diff.loud.textconv', 'false');
    git('config', 'color.ui', 'always');
    git('config', 'diff.relative', 'true');
    put('sub/a.txt', lines(1));
    git('add', '--all');
    expect(await stagedDeletions(root, 'sub', undefined)).toEqual([{ path: 'sub/a.txt', lines: 3 }]);
  });

  test('are those of the index that a hook is told to look at', async ({ repository, expect }) => {
    const { root, put, git } = repository;
    put('a.txt', '');
    git('add', '--all');
    expect(await stagedDeletions(root, '.', undefined)).toEqual([{ path: 'a.txt', lines: 1 }]);
    copyFileSync(join(root, '.git/index'), join(root, '.git/other'));
    git('reset', '-q');
    expect(await stagedDeletions(root, '.', undefined)).toEqual([]);
    const other = await stagedDeletions(root, '.', join(root, '.git/other'));
    expect(other).toEqual([{ path: 'a.txt', lines: 1 }]);
  });

  test('are unknown where git gives no answer', async ({ home, expect }) => {
    expect(await stagedDeletions(home, '.', undefined)).toBeUndefined();
  });
});
