import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, vi } from 'vitest';
import { parseStatus, readGitState } from '../../src/git/read-git-state.ts';
import { repositoryAt, test } from './repository.ts';

describe('the state of a repository', () => {
  test('names the commit, the branch and each path that is not committed', async ({ repository, expect }) => {
    const { root, git, put } = repository;
    put('gone.txt', 'x');
    put('old name.txt', 'the same text in both places\n');
    const head = repository.commit();
    put('a.txt', 'b\n');
    git('rm', '-q', 'gone.txt');
    git('mv', 'old name.txt', 'new name.txt');
    put('folder/with\nbreak "and" – signs.txt', 'new');
    expect(await readGitState(root)).toEqual({
      head,
      branch: 'main',
      changed: ['a.txt', 'folder/with\nbreak "and" – signs.txt', 'gone.txt', 'new name.txt', 'old name.txt'],
      isWhole: true,
    });
  });

  test('has no commit before the first, and no branch where none is checked out', async ({
    home,
    repository,
    expect,
  }) => {
    const unborn = repositoryAt(join(home, 'unborn'));
    unborn.git('init', '-q', '-b', 'trunk');
    expect(await readGitState(unborn.root)).toMatchObject({ head: null, branch: 'trunk' });
    repository.git('checkout', '-q', '--detach');
    expect(await readGitState(repository.root)).toMatchObject({ branch: null, changed: [] });
  });

  test('leaves out what git ignores and run directories', async ({ repository, expect }) => {
    repository.put('.gitignore', '*.log\n');
    repository.commit();
    repository.put('x.log', 'x');
    repository.put('.sdlc/workslips/a/b-slips/slip-001/data.json', '{}');
    expect((await readGitState(repository.root))?.changed).toEqual([]);
  });

  test('names both sides of a conflict once', async ({ repository, expect }) => {
    const { git, put, root, commit } = repository;
    git('switch', '-q', '-c', 'other');
    put('a.txt', 'other\n');
    commit();
    git('switch', '-q', 'main');
    put('a.txt', 'main\n');
    commit();
    expect(() => git('merge', 'other')).toThrow('git merge other');
    expect((await readGitState(root))?.changed).toEqual(['a.txt']);
  });

  test('is none in a bare repository, outside of one, and in a folder that only looks like one', async ({
    home,
    repository,
    expect,
  }) => {
    repository.git('clone', '-q', '--bare', '.', join(home, 'bare.git'));
    expect(await readGitState(join(home, 'bare.git'))).toBeNull();
    expect(await readGitState(home)).toBeNull();
    // Below a repository, git itself would find that one.
    const inside = join(repository.root, 'inside');
    mkdirSync(join(inside, '.git'), { recursive: true });
    expect(await readGitState(inside)).toBeNull();
  });

  test('is none without git on PATH', async ({ repository, expect }) => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await readGitState(repository.root)).toBeNull();
    vi.unstubAllEnvs();
  });

  test('is that of the folder, whatever repository the environment names', async ({
    home,
    repository,
    expect,
  }) => {
    const other = repositoryAt(join(home, 'other'));
    other.git('init', '-q', '-b', 'elsewhere');
    vi.stubEnv('GIT_DIR', join(other.root, '.git'));
    expect(await readGitState(repository.root)).toMatchObject({ branch: 'main' });
    vi.unstubAllEnvs();
  });

  test('does not look into submodules', async ({ home, repository, expect }) => {
    const { git, root } = repository;
    const inner = repositoryAt(join(home, 'inner'));
    inner.git('init', '-q');
    inner.put('i.txt', 'i');
    inner.commit();
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'inner');
    repository.commit();
    repository.put('inner/i.txt', 'changed');
    expect((await readGitState(root))?.changed).toEqual([]);
  });

  test('is read without starting a watcher, hook or pager of the repository, and without a lock', async ({
    home,
    repository,
    expect,
  }) => {
    const { git, root, put } = repository;
    const trap = join(home, 'trap');
    const sprung = join(home, 'sprung');
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> "${sprung}"\n`);
    chmodSync(trap, 0o755);
    mkdirSync(join(home, 'hooks'));
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction']) {
      writeFileSync(join(home, 'hooks', hook), `#!/bin/sh\necho ${hook} >> "${sprung}"\n`, { mode: 0o755 });
    }
    // A shell reads it.
    git('config', 'core.fsmonitor', `'${trap}'`);
    git('config', 'core.hooksPath', join(home, 'hooks'));
    git('config', 'core.pager', trap);
    git('config', 'pager.status', 'true');
    git('config', 'diff.external', trap);
    git('config', 'status.submoduleSummary', 'true');
    put('a.txt', 'changed\n');
    put('.git/index.lock', '');
    expect((await readGitState(root))?.changed).toEqual(['a.txt']);
    expect(existsSync(sprung)).toBe(false);
    // The trap is one: git itself walks into it.
    git('status');
    expect(existsSync(sprung)).toBe(true);
  });
});

describe('what git prints', () => {
  test('is read whatever it is, and a path that is cut off is left out', ({ expect }) => {
    expect(parseStatus('? whole\0? cut o', false)).toMatchObject({ changed: ['whole'], isWhole: false });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('1 ', 'u ', '? ', '# branch.oid ', '\0'))),
        (parts) => {
          const { changed } = parseStatus(parts.join(''));
          expect(changed.every((path) => path !== '' && !path.includes('\0'))).toBe(true);
        },
      ),
    );
  });
});
