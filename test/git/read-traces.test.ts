import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { withOwnIndex } from '../../src/git/own-index.ts';
import { findOverwritten, findStashes } from '../../src/git/read-traces.ts';
import { setAsideRunChanges, stashLine } from '../../src/git/set-aside-run-changes.ts';
import { takeTree } from '../../src/git/take-tree.ts';
import { test, type Repository } from './repository.ts';

const treeOf = ({ root }: Repository): Promise<string> =>
  withOwnIndex(root, (index) => takeTree(root, index));

describe('the files that a run has overwritten', () => {
  test('are those that the user had edited and that have other content now', async ({
    repository,
    expect,
  }) => {
    const { root, git, put } = repository;
    for (const name of ['z', 'kept', 'gone', 'prüfung']) put(`${name}.txt`, 'first\n');
    const head = repository.commit();
    for (const name of ['z', 'kept', 'gone', 'prüfung', 'new']) put(`${name}.txt`, 'the user’s\n');
    const start = { head, tree: await treeOf(repository) };
    expect(await findOverwritten(root, start)).toEqual([]);
    for (const name of ['z', 'prüfung', 'new', 'a', 'made']) put(`${name}.txt`, 'the agent’s\n');
    rmSync(join(root, 'gone.txt'));
    git('add', '--all');
    expect(await findOverwritten(root, start)).toEqual(['gone.txt', 'new.txt', 'prüfung.txt', 'z.txt']);
  });

  test('before the first commit are all that were there', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    git('switch', '-q', '--orphan', 'fresh');
    put('mine.txt', 'the user’s\n');
    const tree = await treeOf(repository);
    put('mine.txt', 'the agent’s\n');
    expect(await findOverwritten(root, { head: '', tree })).toEqual(['mine.txt']);
  });

  test('are unknown where a journal names no object, or one that is gone', async ({ repository, expect }) => {
    const { root, git } = repository;
    const head = git('rev-parse', 'HEAD');
    const gone = 'a'.repeat(40);
    for (const start of [
      { head: '--output=x', tree: head },
      { head, tree: 'HEAD' },
      { head, tree: '' },
      { head, tree: gone },
      { head: '', tree: gone },
    ])
      expect(await findOverwritten(root, start)).toBeUndefined();
  });
});

describe('the stashes of a run', () => {
  test('are those that its line says are its own, the newest first', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    const start = { head: git('rev-parse', 'HEAD'), tree: await treeOf(repository) };
    const aside = async (message: string, run: string): Promise<unknown> => {
      put('made.txt', `${message}\n`);
      const done = await setAsideRunChanges(root, start, { message, run });
      return 'stash' in done ? done.stash : done.fault;
    };
    expect(await findStashes(root, 'one-001')).toEqual([]);
    const first = await aside('ST-001: half done', 'one-001');
    await aside('of another run', 'one-0011');
    const last = await aside('ST-002: "no"', 'one-001');
    put('made.txt', 'mine\n');
    git('stash', 'push', '-q', '--include-untracked', '-m', stashLine('one-001'));
    expect(git('log', '-1', '--format=%B', String(last))).toBe(
      'ST-002: "no"\n\nSet aside by wfmap, run one-001.',
    );
    expect(await findStashes(root, 'one-001')).toEqual([
      { commit: last, title: 'ST-002: "no"' },
      { commit: first, title: 'ST-001: half done' },
    ]);
  });
});
