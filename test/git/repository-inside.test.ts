/** A repository in the work tree: whoever may write there gives it a configuration, and no program of that is run. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitWork } from '../../src/git/commit-work.ts';
import { readGitState } from '../../src/git/read-git-state.ts';
import { repositoryAt, type Repository } from './repository.ts';
import { NONE, test } from './sure-reader.ts';

/** A repository with one commit of `f`, whose filter leaves a file when it runs. */
function putInside({ root }: Repository, path: string) {
  const inside = repositoryAt(join(root, path));
  const ran = join(root, '.git/ran');
  inside.git('init', '-q');
  inside.put('f', 'f\n');
  inside.commit();
  inside.git('config', 'filter.x.clean', `touch '${ran}'; cat`);
  inside.put('.git/info/attributes', '* filter=x\n');
  return {
    ...inside,
    /** In a way that only content shows, so that git looks at it when asked. */
    change: () => inside.put('f', 'g\n'),
    hasRun: () => existsSync(ran),
  };
}

test.for(['src/inside', 'with a space', '[x]*'])(
  'what changes in it is not asked; its commit is: %s',
  async (path, { repository, reader, expect }) => {
    const { root } = repository;
    const inside = putInside(repository, path);
    const snapshot = await reader.take(root);
    inside.change();
    repository.put('a.txt', 'changed\n');
    const changed = { ...NONE, modified: ['a.txt'], count: 1 };
    expect(await reader.since(root, snapshot)).toEqual(changed);
    expect(inside.hasRun()).toBe(false);
    expect(repository.git('-C', path, 'status', '--porcelain')).toBe('M f');
    expect(inside.hasRun()).toBe(true);

    const next = await reader.take(root);
    inside.git('commit', '-qam', 'two');
    expect(await reader.since(root, next)).toEqual({ ...NONE, modified: [path], count: 1 });
    rmSync(join(root, path), { recursive: true });
    expect(await reader.since(root, next)).toEqual({ ...NONE, deleted: [path], count: 1 });
    writeFileSync(join(root, path), 'a file\n');
    expect(await reader.since(root, next)).toEqual({ ...NONE, modified: [path], count: 1 });
  },
);

test('a commit of all that is not committed takes its commit, and asks no more of it', async ({
  repository,
  expect,
}) => {
  const { root, git } = repository;
  const inside = putInside(repository, '[x]*');
  git('add', '--all');
  git('commit', '-q', '-m', 'with it');
  inside.git('commit', '-q', '--allow-empty', '-m', 'two');
  inside.change();
  repository.put('a.txt', 'changed\n');
  rmSync(join(root, '.git/ran'), { force: true });
  expect(await readGitState(root)).not.toBeNull();
  expect(await commitWork(root, 'the work')).toEqual({ head: git('rev-parse', 'HEAD') });
  expect(inside.hasRun()).toBe(false);
  expect(git('rev-parse', 'HEAD:[x]*')).toBe(inside.git('rev-parse', 'HEAD'));
  expect(git('show', 'HEAD:a.txt')).toBe('changed');
});
