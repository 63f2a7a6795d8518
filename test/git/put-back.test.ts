import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe } from 'vitest';
import { filesIn, isLeftOut, step, take } from './random-changes.ts';
import { repositoryAt } from './repository.ts';
import { NONE, sureReader, test } from './sure-reader.ts';

describe('what is put back', () => {
  test('is as it was, whatever was done to it, but for files that git ignores', async ({ home, expect }) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        async (first, steps) => {
          runs += 1;
          const repository = repositoryAt(join(home, `repository ${runs}`));
          const { root, git, put, commit } = repository;
          git('init', '-q', '-b', 'main');
          put('.gitignore', '.env*\n/log/\n');
          put('a.txt', '1\n');
          commit();
          for (const each of first) take(repository, each);
          const reader = sureReader(join(home, `${runs}`));
          const isIgnored = (path: string): boolean => isLeftOut(path) || /(?:^|\/)\.env/.test(path);
          const before = filesIn(root, isIgnored);
          const snapshot = await reader.take(root, true);
          for (const each of steps) take(repository, each);
          const { added, modified, deleted, commits } = await reader.since(root, snapshot);
          const paths = [...added, ...modified, ...deleted];
          expect(await reader.putBack(root, snapshot, { paths, commits })).toBeUndefined();
          expect(filesIn(root, isIgnored)).toEqual(before);
          expect(git('rev-parse', 'HEAD')).toBe(snapshot.head);
          reader.dispose();
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  test('is only what is named, with names that are patterns, and not through a link', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, put, commit } = repository;
    for (const path of ['*.txt', 'b.txt', 'folder/c.txt']) put(path, 'was\n');
    commit();
    const snapshot = await reader.take(root, true);
    for (const path of ['*.txt', 'b.txt']) put(path, 'is\n');
    rmSync(join(root, 'folder'), { recursive: true });
    mkdirSync(join(home, 'outside'));
    symlinkSync(join(home, 'outside'), join(root, 'folder'));
    const paths = ['*.txt', 'folder', 'folder/c.txt'];
    expect(await reader.putBack(root, snapshot, { paths, commits: [] })).toBeUndefined();
    expect(await reader.since(root, snapshot)).toEqual({ ...NONE, modified: ['b.txt'], count: 1 });
    expect([...filesIn(join(home, 'outside'), () => false)]).toEqual([]);
  });

  test('is what another process took down, and nothing where the content is gone', async ({
    home,
    repository,
    reader,
    expect,
  }) => {
    const { root, put } = repository;
    put('new.txt', 'was\n');
    const [own, others] = [await reader.take(root, true), { paths: ['new.txt'], commits: [] }];
    reader.dispose();
    put('new.txt', 'is\n');
    const later = sureReader(home);
    expect(await later.putBack(root, own, others)).toBeUndefined();
    expect(await later.since(root, own)).toEqual(NONE);
    rmSync(join(home, 'run'), { recursive: true });
    put('new.txt', 'is\n');
    expect(await later.putBack(root, own, others)).toEqual({ fault: expect.stringContaining('Could not ') });
    later.dispose();
  });
});
