import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../../src/git/change-git.ts';
import { test } from './repository.ts';

test('a file that is staged as new and gone since is set aside by nobody: git would bring it back', async ({
  repository,
  expect,
}) => {
  const { git, put, root } = repository;
  put('kept', 'kept\n');
  repository.commit();
  put('kept', 'edited\n');
  put('odd "name"', 'new\n');
  git('add', 'odd "name"');
  rmSync(join(root, 'odd "name"'));
  const before = git('status', '--porcelain');
  await expect(setAside(root, 'test')).rejects.toMatchObject({
    code: 'git-refused',
    message: 'Git cannot set aside what is staged and not in the folder any more: "odd "name"".',
    help: expect.stringContaining('git rm --cached'),
  });
  expect(git('status', '--porcelain')).toBe(before);
  expect(git('stash', 'list')).toBe('');
  git('rm', '--cached', '--quiet', '--', 'odd "name"');
  expect(await setAside(root, 'test')).toMatch(/^[0-9a-f]{40}$/);
  git('stash', 'pop', '--quiet', '--index');
  expect(git('status', '--porcelain').trim()).toBe('M kept');
});

test('a file that has become a folder, or is out of the index and still there, is set aside by nobody', async ({
  repository,
  expect,
}) => {
  const { git, put, root } = repository;
  put('a', 'a\n');
  put('b', 'b\n');
  repository.commit();
  rmSync(join(root, 'a'));
  put('a/inside', 'new\n');
  await expect(setAside(root, 'test')).rejects.toMatchObject({
    message: 'Git cannot set aside files that have become folders: "a".',
    help: expect.stringContaining('Stage their removal'),
  });
  git('rm', '--cached', '--quiet', 'a', 'b');
  await expect(setAside(root, 'test')).rejects.toMatchObject({
    message: 'Git cannot set aside files that are removed from the index and still in the folder: "b".',
    help: expect.stringContaining('Stage them again'),
  });
  git('add', 'b');
  const before = git('status', '--porcelain');
  expect(await setAside(root, 'test')).toMatch(/^[0-9a-f]{40}$/);
  git('stash', 'pop', '--quiet', '--index');
  expect(git('status', '--porcelain')).toBe(before);
});
