import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { hasBranch, isBranchName, plainName } from '../../src/git/branch-name.ts';
import { findUnderWay, makeBranch, makeWorktree, setAside } from '../../src/git/change-git.ts';
import { readGitState } from '../../src/git/read-git-state.ts';
import { test } from './repository.ts';

describe('a branch', () => {
  test('is made at what is checked out, with the changes that are there', async ({ repository, expect }) => {
    const { root, put } = repository;
    put('a.txt', 'changed\n');
    await makeBranch(root, 'wfmap/one-001');
    expect(await readGitState(root)).toMatchObject({ branch: 'wfmap/one-001', changed: ['a.txt'] });
  });

  test('that is there already is refused with what git says', async ({ repository, expect }) => {
    await expect(makeBranch(repository.root, 'main')).rejects.toMatchObject({
      code: 'git-refused',
      message: expect.stringMatching(/^Could not make the branch "main": .*already exists/),
    });
  });

  test('has a name that git takes and that is no option', async ({ repository: { root }, expect }) => {
    const names = ['main', 'a/b', 'ä', '-D', '', 'HEAD', 'a b', 'a..b', 'a.lock', '@{-1}', 'x\0y', 'a\nb'];
    const taken = await Promise.all(names.map((name) => isBranchName(root, name)));
    expect(names.filter((_name, n) => taken[n])).toEqual(['main', 'a/b', 'ä']);
  });

  test('can have any plain name', async ({ repository: { root }, expect }) => {
    const odd = [
      'Fix it!/slip-003',
      '../../x',
      '---',
      'a.lock',
      'é è',
      '',
      '.hidden',
      'x'.repeat(300),
      'a..b.',
    ];
    for (const text of odd) {
      const name = plainName(text);
      expect(name).toMatch(/^[\w-][\w.-]{0,99}$/);
      expect(await isBranchName(root, `wfmap/${name}`), text).toBe(true);
    }
  });
});

describe('a worktree', () => {
  test('begins at a commit on a branch of its own, in a folder with a space', async ({
    home,
    repository,
    expect,
  }) => {
    const head = repository.git('rev-parse', 'HEAD');
    repository.put('a.txt', 'changed\n');
    const path = join(home, 'a tree');
    await makeWorktree(repository.root, { path, branch: 'wfmap/a-tree', head });
    expect(await readGitState(path)).toEqual({ head, branch: 'wfmap/a-tree', changed: [], isWhole: true });
    expect(await readGitState(repository.root)).toMatchObject({ branch: 'main', changed: ['a.txt'] });
  });

  test('that cannot be made leaves neither a folder nor a branch', async ({ home, repository, expect }) => {
    const { root, put } = repository;
    const head = repository.git('rev-parse', 'HEAD');
    put('../taken/file', 'x');
    const made = makeWorktree(root, { path: join(home, 'taken'), branch: 'wfmap/x', head });
    await expect(made).rejects.toThrow(/already exists/);
    expect(await hasBranch(root, 'wfmap/x')).toBe(false);
    expect(readFileSync(join(home, 'taken/file'), 'utf8')).toBe('x');
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

describe('what is set aside', () => {
  test('is all that is not committed but run directories, and comes back by its commit', async ({
    repository,
    expect,
  }) => {
    const { root, put, git } = repository;
    const directory = '.sdlc/workslips/a/b-slips/slip-001/journal.jsonl';
    put('a.txt', 'changed\n');
    put('folder/new.txt', 'new');
    put(directory, 'x');
    const stash = await setAside(root, 'wfmap one/slip-001');
    expect(await readGitState(root)).toMatchObject({ changed: [] });
    expect(existsSync(join(root, directory))).toBe(true);
    expect(git('stash', 'list')).toMatch(/wfmap one\/slip-001/);
    git('stash', 'apply', stash ?? '');
    expect(await readGitState(root)).toMatchObject({ changed: ['a.txt', 'folder/new.txt'] });
  });

  test('is nothing where nothing is uncommitted, though there is an older stash', async ({
    repository,
    expect,
  }) => {
    const { root, put } = repository;
    put('a.txt', 'changed\n');
    await setAside(root, 'first');
    expect(await setAside(root, 'second')).toBeNull();
  });

  test('only untracked files, and files in the index, count', async ({ repository, expect }) => {
    const { root, put, git } = repository;
    put('new.txt', 'new');
    expect(await setAside(root, 'untracked')).toMatch(/^[0-9a-f]{40}$/);
    put('staged.txt', 'x');
    git('add', 'staged.txt');
    expect(await setAside(root, 'staged')).toMatch(/^[0-9a-f]{40}$/);
    expect(await readGitState(root)).toMatchObject({ changed: [] });
  });
});

test('a merge, a pick, a revert and a rebase that are half done are found', async ({
  repository,
  expect,
}) => {
  const { root, git, put, commit } = repository;
  expect(await findUnderWay(root)).toBeUndefined();
  git('switch', '-q', '-c', 'other');
  put('a.txt', 'other\n');
  commit();
  git('switch', '-q', 'main');
  put('a.txt', 'main\n');
  commit();
  expect(() => git('merge', 'other')).toThrow('git merge other');
  expect(await findUnderWay(root)).toBe('a merge');
  git('merge', '--abort');
  expect(() => git('cherry-pick', 'other')).toThrow('git cherry-pick other');
  expect(await findUnderWay(root)).toBe('a cherry-pick');
  git('cherry-pick', '--abort');
  expect(() => git('revert', 'other')).toThrow('git revert other');
  expect(await findUnderWay(root)).toBe('a revert');
  git('revert', '--abort');
  expect(await findUnderWay(root)).toBeUndefined();
  expect(() => git('rebase', 'other')).toThrow('git rebase other');
  expect(await findUnderWay(root)).toBe('a rebase');
});

test('before the first commit, and outside of git, nothing is half done', async ({ repository, expect }) => {
  const { root, git } = repository;
  git('switch', '-q', '--orphan', 'fresh');
  expect(await findUnderWay(root)).toBeUndefined();
  rmSync(join(root, '.git'), { recursive: true });
  expect(await findUnderWay(root)).toBeUndefined();
});
