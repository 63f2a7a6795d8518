import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorktreeKeeper } from '../../src/git/worktree/create-worktree-keeper.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';

let keeper: ReturnType<typeof createWorktreeKeeper>;
let repository: Repository;
let base: string;
beforeEach(() => {
  repository = createRepository();
  keeper = createWorktreeKeeper(repository.root);
  base = repository.git('rev-parse', 'HEAD');
});
afterEach(() => repository.remove());

const wishOf = (key: string) => ({
  root: repository.root,
  folder: repository.root,
  run: 'demo/slip-001',
  execution: 3,
  key,
  isFirst: true,
  merges: true,
  commitMessage: undefined,
});

/** A worktree outside of the repository, so that nothing there is uncommitted. */
const ownOf = () => ({
  folder: repository.root,
  path: join(repository.root, '../.wfmap/worktrees/own'),
  branch: 'wfmap/own',
  base,
});

describe('names of worktrees', () => {
  test('are plain, and different for different keys', async () => {
    const keys = ['a', 'A', 'a b', 'a-b', '../../x', '--force', 'ü', '', 'x'.repeat(500)];
    const planned = await Promise.all(keys.map((key) => keeper.plan(wishOf(key))));
    const paths = planned.map((each) => ('path' in each ? each.path : each.fault));
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(keys.length);
    for (const path of paths) expect(path).toMatch(/^\.wfmap\/worktrees\/demo-slip-001-3-[\w.-]{1,60}$/);
    expect(planned[0]).toEqual({ path: paths[0], branch: 'wfmap/demo-slip-001/3-a', base, onto: 'main' });
  });

  test('give way to a branch or folder that is there', async () => {
    repository.git('branch', 'wfmap/demo-slip-001/3-a');
    expect(await keeper.plan(wishOf('a'))).toMatchObject({ branch: 'wfmap/demo-slip-001/3-a-2' });
  });
});

describe('a worktree', () => {
  test('is made nowhere but where worktrees lie, whatever a journal or a link says', async () => {
    const theirs = mkdtempSync(join(tmpdir(), 'wfmap-theirs-'));
    mkdirSync(join(theirs, 'own'), { recursive: true });
    writeFileSync(join(theirs, 'own/file'), 'theirs');
    mkdirSync(join(repository.root, '../.wfmap'));
    symlinkSync(theirs, join(repository.root, '../.wfmap/worktrees'));
    const fault = { fault: expect.stringContaining('cannot be a worktree') };
    expect(await keeper.make(ownOf())).toEqual(fault);
    expect(await keeper.make({ ...ownOf(), path: join(theirs, 'own') })).toEqual(fault);
    expect(existsSync(join(theirs, 'own/file'))).toBe(true);
    rmSync(theirs, { recursive: true });
  });

  test('that is made already is taken over', async () => {
    expect(await keeper.make(ownOf())).toEqual({ note: null });
    writeFileSync(join(ownOf().path, '.git/../ignored'), '');
    rmSync(join(ownOf().path, 'ignored'));
    expect(await keeper.make(ownOf())).toEqual({ note: null });
  });

  test('of which a part is missing is made again', async () => {
    await keeper.make(ownOf());
    rmSync(join(ownOf().path, 'shared.txt'));
    expect(await keeper.make(ownOf())).toEqual({ note: null });
    expect(existsSync(join(ownOf().path, 'shared.txt'))).toBe(true);
  });

  test('of which only the branch, or only a folder, came to be is made again', async () => {
    repository.git('branch', 'wfmap/own');
    mkdirSync(ownOf().path, { recursive: true });
    writeFileSync(join(ownOf().path, 'half'), '');
    expect(await keeper.make(ownOf())).toEqual({ note: null });
    expect(existsSync(join(ownOf().path, 'half'))).toBe(false);
  });

  test('whose branch somebody has put elsewhere meanwhile is not made', async () => {
    repository.git('branch', 'wfmap/own');
    repository.commit('more');
    repository.git('branch', '--force', 'wfmap/own', 'HEAD');
    expect(await keeper.make(ownOf())).toMatchObject({ fault: expect.stringContaining('already exists') });
    expect(repository.git('rev-parse', 'wfmap/own')).not.toBe(base);
  });

  test('that was changed after its work was committed is not removed', async () => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'late.txt'), '');
    expect(await keeper.close({ ...ownOf(), head: base })).toMatch(/changed after/);
    expect(existsSync(join(ownOf().path, 'late.txt'))).toBe(true);
  });

  test('that is gone already is removed with its branch', async () => {
    await keeper.make(ownOf());
    rmSync(ownOf().path, { recursive: true });
    expect(await keeper.close({ ...ownOf(), head: base })).toBeUndefined();
    expect(repository.git('branch', '--list', 'wfmap/*')).toBe('');
  });
});

describe('the work in a worktree', () => {
  const commit = () => keeper.commit(ownOf().path, 'wfmap/own', { base: repository.root, message: 'Work' });
  const workOf = (head: string) => ({
    folder: repository.root,
    onto: 'main',
    branch: 'wfmap/own',
    head,
    message: 'Merge it\n\nMade by wfmap.',
    workMessage: 'Work',
  });

  test('is committed whatever hooks say, and once', async () => {
    repository.put('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    repository.git('config', 'core.hooksPath', '.git/hooks');
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'x\n');
    const first = await commit();
    expect(first).toMatchObject({ head: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(await commit()).toEqual(first);
  });

  test('is read with what is not added yet, and its index is left as it is', async () => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'fresh\n');
    expect(await keeper.diff(ownOf().path, base)).toContain('+fresh');
    repository.git('-C', ownOf().path, 'diff', '--cached', '--exit-code');
  });

  test('is merged once, and a merge that was made is recognised by its commits', async () => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'x\n');
    const committed = await commit();
    if ('fault' in committed) throw new Error(committed.fault);
    const first = await keeper.merge(workOf(committed.head));
    expect(first).toEqual({ kind: 'merged', base, result: repository.git('rev-parse', 'HEAD') });
    repository.commit('more');
    expect(await keeper.merge(workOf(committed.head))).toEqual(first);
  });

  test.each([
    ['the name of its last commit', 'ST-001: Add it\n\nAll of it.', 'Merge ST-001: Add it'],
    ['no second "Merge"', 'Merge ST-001: Add it', 'Merge ST-001: Add it'],
    ['the name of its place where the engine made that commit', 'Work', 'Merge it'],
    ['the name of its place where that commit has a text for a name', 'x'.repeat(300), 'Merge it'],
  ])('is merged with %s', async (_, message, expected) => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'x\n');
    repository.git('-C', ownOf().path, 'add', '--all');
    repository.git('-C', ownOf().path, 'commit', '--quiet', '--message', message);
    const { head } = (await commit()) as { head: string };
    expect(await keeper.merge(workOf(head))).toMatchObject({ kind: 'merged' });
    expect(repository.git('log', '-1', '--format=%B')).toBe(`${expected}\n\nMade by wfmap.`);
  });

  test('whose merge was cut off is merged anew', async () => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'x\n');
    const committed = await commit();
    if ('fault' in committed) throw new Error(committed.fault);
    repository.git('merge', '--no-ff', '--no-commit', committed.head);
    expect(await keeper.merge(workOf(committed.head))).toMatchObject({ kind: 'merged', base });
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  test('that would overwrite a file that is in no commit is not merged', async () => {
    await keeper.make(ownOf());
    writeFileSync(join(ownOf().path, 'new.txt'), 'x\n');
    const committed = await commit();
    if ('fault' in committed) throw new Error(committed.fault);
    repository.put('new.txt', 'mine\n');
    expect(await keeper.merge(workOf(committed.head))).toMatchObject({
      fault: expect.stringContaining('overwritten'),
    });
    expect(repository.read('new.txt')).toBe('mine\n');
  });
});
