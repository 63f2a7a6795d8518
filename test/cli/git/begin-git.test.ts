import { join } from 'node:path';
import { describe, vi } from 'vitest';
import { beginGit, type GitStart } from '../../../src/cli/git/begin-git.ts';
import type { GitFlags } from '../../../src/cli/git/git-wishes.ts';
import { readConfig } from '../../../src/project/config.ts';
import { test, type Repository } from '../../git/repository.ts';

async function begun({ root }: Repository, flags: GitFlags): Promise<GitStart & { readonly said: string[] }> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const config = readConfig(root);
  const git = await beginGit({ kind: 'claude' }, { workRoot: root, flags, config, runs: [], say });
  return { ...git, said };
}

function runDirectoryIn({ root }: Repository): { folder: string; path: string; name: string } {
  const path = '.wfmap/runs/my map/slip-007';
  return { folder: join(root, path), path: `${path}/`, name: 'my map/slip-007' };
}

describe('a run that an error ends', () => {
  test('says what was made for it, with lines that undo it', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    put('mine.txt', 'mine');
    const { prepare, reportLeft, said } = await begun(repository, { branch: '', dirty: 'stash' });
    const made = await prepare(runDirectoryIn(repository));
    expect(made).toMatchObject({ branch: 'wfmap/my-map-007', workFolder: root });
    said.length = 0;
    reportLeft();
    expect(said).toEqual([
      'This stays: The branch "wfmap/my-map-007" was made for the run and is checked out. ' +
        'To undo it: git switch main && git branch -D wfmap/my-map-007',
      'This stays: The uncommitted changes were set aside. ' +
        `To undo it: git stash apply ${made?.git?.stash ?? ''}`,
    ]);
    git('switch', '-q', 'main');
    git('branch', '-q', '-D', 'wfmap/my-map-007');
    git('stash', 'apply', '-q', made?.git?.stash ?? '');
    expect(git('status', '--porcelain')).toBe('?? mine.txt');
  });

  test('says that its worktree stays', async ({ repository, expect }) => {
    const { prepare, reportLeft, said } = await begun(repository, { worktree: '' });
    await prepare(runDirectoryIn(repository));
    said.length = 0;
    reportLeft();
    expect(said).toEqual([
      'This stays: The run works in the worktree .wfmap/worktrees/my-map-007, on the new branch "wfmap/my-map-007". ' +
        'To undo it: git worktree remove .wfmap/worktrees/my-map-007 && git branch -D wfmap/my-map-007',
    ]);
  });
});

test('where git knows no name to commit in, that is told before anything is paid for', async ({
  repository,
  expect,
}) => {
  const nobody = 'Git knows no name to commit in';
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  repository.git('config', 'user.useConfigOnly', 'true');
  expect((await begun(repository, {})).said.join()).toContain(nobody);
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  expect((await begun(repository, {})).said.join()).not.toContain(nobody);
  vi.unstubAllEnvs();
});

test('names that are taken get a number', async ({ repository, expect }) => {
  repository.git('branch', 'wfmap/my-map-007');
  const beside = await begun(repository, { worktree: '' });
  const made = await beside.prepare(runDirectoryIn(repository));
  expect(made).toMatchObject({ branch: 'wfmap/my-map-007-2' });
  const second = await (await begun(repository, { worktree: '' })).prepare(runDirectoryIn(repository));
  expect(second?.workFolder).toBe(join(repository.root, '.wfmap/worktrees/my-map-007-2'));
});

test('a run in a repository that git does not answer for starts without it', async ({ home, expect }) => {
  const said: string[] = [];
  const beginning = { workRoot: home, flags: {}, config: readConfig(home), runs: [] };
  const { prepare } = await beginGit({ kind: 'claude' }, { ...beginning, say: (line) => said.push(line) });
  expect(await prepare({ folder: home, path: '/', name: 'a/slip-001' })).toBeUndefined();
  expect(said).toEqual([]);
});
