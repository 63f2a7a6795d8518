import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { readDiff } from '../../src/git/read-diff.ts';
import { test } from './repository.ts';

describe('what differs in a folder from a commit', () => {
  test('is told with what is committed since, and with what is not even added', async ({
    repository,
    expect,
  }) => {
    const { root, git, put, commit } = repository;
    const base = git('rev-parse', 'HEAD');
    expect(await readDiff(root, base)).toBe('');
    put('b.txt', 'b\n');
    commit();
    put('new.txt', 'new\n');
    rmSync(join(root, 'a.txt'));
    git('config', 'color.ui', 'always');
    git('config', 'diff.external', 'false');
    const changed = (await readDiff(root, base)).split('\n').filter((line) => /^[-+]/.test(line));
    expect(changed).toEqual([
      '--- a/a.txt',
      '+++ /dev/null',
      '-a',
      '--- /dev/null',
      '+++ b/b.txt',
      '+b',
      '--- /dev/null',
      '+++ b/new.txt',
      '+new',
    ]);
    expect(git('status', '--porcelain')).toBe('D a.txt\n?? new.txt');
  });

  test('is cut where it is too long, and says so', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    const base = git('rev-parse', 'HEAD');
    const ofLength = async (length: number): Promise<string> => {
      put('long.txt', `${'x'.repeat(length)}\n`);
      return readDiff(root, base);
    };
    const around = (await ofLength(100)).length - 100;
    const most = await ofLength(200_000 - around);
    expect([most.length, most.endsWith('x\n')]).toEqual([200_000, true]);
    const cut = await ofLength(200_001 - around);
    expect(cut.slice(200_000)).toBe('\n[cut here: the rest is too long]\n');
    // Not in one assertion: nobody wants to read such a text.
    expect(cut.length).toBe(200_000 + '\n[cut here: the rest is too long]\n'.length);
    expect(cut.startsWith('diff --git a/long.txt b/long.txt\n')).toBe(true);
  });

  test('is nothing where git does not answer', async ({ home, repository, expect }) => {
    expect(await readDiff(home, 'HEAD')).toBe('');
    repository.put('a.txt', 'changed\n');
    expect(await readDiff(repository.root, 'no-such-commit')).toBe('');
  });
});
