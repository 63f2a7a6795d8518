import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { commitRunChanges } from '../../src/git/commit-run-changes.ts';
import { withOwnIndex } from '../../src/git/own-index.ts';
import type { RunStart } from '../../src/git/run-changes.ts';
import { setAsideRunChanges } from '../../src/git/set-aside-run-changes.ts';
import { readSnapshot, takeSnapshot } from '../../src/git/take-snapshot.ts';
import { takeTree } from '../../src/git/take-tree.ts';
import { test, type Repository } from './repository.ts';

/** As a run begins: the tree of what is there. */
async function begin({ root, git }: Repository): Promise<RunStart> {
  const tree = await withOwnIndex(root, (index) => takeTree(root, index));
  return { head: git('rev-parse', '--verify', '--quiet', 'HEAD'), tree };
}

/** Whether a commit was made. */
async function committed({ root, git }: Repository, start: RunStart): Promise<boolean> {
  const count = (): string => git('rev-list', '--count', '--branches');
  const before = count();
  const done = await commitRunChanges(root, start, { message: 'ST-001: it', edited: 'commit' });
  if ('fault' in done) throw new Error(done.fault);
  return count() !== before;
}

async function aside({ root }: Repository, start: RunStart): Promise<string | undefined> {
  const done = await setAsideRunChanges(root, start, { message: 'left', run: 'r' });
  if ('fault' in done) throw new Error(done.fault);
  return done.stash;
}

const textOf = ({ root }: Repository, path: string): string => readFileSync(join(root, path), 'utf8');
const status = ({ git }: Repository): string => git('status', '--porcelain');

/** A run that begins among what a user has lying about. */
async function beginDirty(
  repository: Repository,
): Promise<{ readonly start: RunStart; readonly before: string }> {
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  dirty(repository);
  return { start: await begin(repository), before: status(repository) };
}

/** What a user may have lying about: staged, changed beside it, new, removed, moved. */
function dirty({ put, git, commit, root }: Repository): void {
  for (const name of ['staged', 'both', 'edited', 'gone', 'old']) put(`${name}.txt`, 'first\n'.repeat(9));
  commit();
  put('staged.txt', 'staged\n');
  put('both.txt', 'staged\n');
  git('add', '-A');
  put('both.txt', 'staged\nand more\n');
  put('edited.txt', 'edited\n');
  put('.env', 'SECRET=1\n');
  git('mv', 'old.txt', 'new name.txt');
  rmSync(join(root, 'gone.txt'));
}

describe('a commit of a run', () => {
  test('takes what an earlier run has left for it, where it is named, also under an odd name', async ({
    repository,
    expect,
  }) => {
    const { git, put, commit } = repository;
    put('ours.txt', 'first\n');
    commit();
    put('tests/prüfung.sh', 'fails\n');
    put('ours.txt', 'first\nthe user’s\n');
    const start = await begin(repository);
    put('src.txt', 'by the agent\n');
    const also = ['tests/prüfung.sh', 'never/there.txt'];
    expect(await committed(repository, { ...start, also })).toBe(true);
    const names = git('-c', 'core.quotePath=false', 'show', '--format=', '--name-only', 'HEAD');
    expect(names.split('\n')).toEqual(['src.txt', 'tests/prüfung.sh']);
    expect(status(repository)).toBe('M ours.txt');
  });

  test('has the changes of the run alone, and all that is the user’s stays as it was', async ({
    repository,
    expect,
  }) => {
    const { git, put } = repository;
    const { start, before } = await beginDirty(repository);
    put('a.txt', 'by the agent\n');
    put('made/deep.txt', 'by the agent\n');
    expect(await committed(repository, start)).toBe(true);
    expect(git('show', '--format=%s', '--name-status', 'HEAD')).toBe(
      'ST-001: it\n\nM\ta.txt\nA\tmade/deep.txt',
    );
    expect(status(repository)).toBe(before);
    expect(git('diff', '--cached', '--name-status', '-M')).toBe(
      'M\tboth.txt\nR100\told.txt\tnew name.txt\nM\tstaged.txt',
    );
  });

  test('is not made where the run has changed nothing', async ({ repository, expect }) => {
    dirty(repository);
    const head = repository.git('rev-parse', 'HEAD');
    expect(await committed(repository, await begin(repository))).toBe(false);
    expect(repository.git('rev-parse', 'HEAD')).toBe(head);
  });

  test('is refused where the run changed a file with edits of before, and left without it where that is said', async ({
    repository,
    expect,
  }) => {
    const { root, git, put } = repository;
    const { start, before } = await beginDirty(repository);
    put('both.txt', 'the agent\n');
    put('.env', 'SECRET=2\n');
    put('a.txt', 'by the agent\n');
    const refused = await commitRunChanges(root, start, { message: 'no' });
    expect(refused).toMatchObject({ edited: ['.env', 'both.txt'] });
    expect(git('show', `${'before' in refused ? refused.before : ''}:.env`)).toBe('SECRET=1');
    const left = await commitRunChanges(root, start, { message: 'rest', edited: 'leave' });
    expect(left).toEqual({ head: git('rev-parse', 'HEAD') });
    expect(git('show', '--format=%s', '--name-only', 'HEAD')).toBe('rest\n\na.txt');
    expect(status(repository)).toBe(before);
    // A second try after a kill finds its commit, and another message none.
    expect(await commitRunChanges(root, start, { message: 'rest', edited: 'leave' })).toEqual(left);
    expect(await commitRunChanges(root, start, { message: 'other', edited: 'leave' })).toEqual({
      head: undefined,
    });
  });

  test('takes what changed since a snapshot, and nothing that lay there before', async ({
    repository,
    expect,
  }) => {
    const { root, git, put } = repository;
    await beginDirty(repository);
    put('left.txt', 'by a subtask that was left\n');
    const taken = await takeSnapshot(root);
    const since = readSnapshot('id' in taken ? taken.id : '');
    if (since === undefined) throw new Error('there is a snapshot');
    put('a.txt', 'by the agent\n');
    await commitRunChanges(root, since, { message: 'it' });
    expect(git('show', '--format=%s', '--name-only', 'HEAD')).toBe('it\n\na.txt');
    expect(status(repository)).toContain('?? left.txt');
    expect(['', 'x', `${'a'.repeat(40)}:--all`, `:${'a'.repeat(39)}`].map(readSnapshot)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  test('takes a file whole that the user had changed before the run did', async ({ repository, expect }) => {
    const { start } = await beginDirty(repository);
    repository.put('both.txt', 'staged\nand more\nand the agent\n');
    expect(await committed(repository, start)).toBe(true);
    expect(repository.git('show', 'HEAD:both.txt')).toContain('and the agent');
    expect(status(repository)).not.toContain('both.txt');
    expect(await committed(repository, start)).toBe(false);
  });

  test('has hooks that see its index, and leaves all as it was where one refuses it', async ({
    repository,
    expect,
  }) => {
    const { put, git, root } = repository;
    const { start, before } = await beginDirty(repository);
    put('a.txt', 'by the agent\n');
    const hook = '#!/bin/sh\ngit diff --cached --name-only\ngit diff-files --name-only >&2\nexit 1\n';
    put('.git/hooks/pre-commit', hook);
    chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
    const refused = await commitRunChanges(root, start, { message: 'no' });
    expect(refused).toEqual({ fault: expect.stringContaining('a.txt') });
    // What the user has changed and the commit does not have is changed beside it, and nothing else is.
    const seen = 'fault' in refused ? refused.fault.split('\n').toSorted() : [];
    expect(seen).toEqual(['a.txt', 'both.txt', 'edited.txt', 'gone.txt', 'old.txt', 'staged.txt']);
    expect(status(repository)).toBe(`M a.txt\n${before}`);
    put(
      '.git/hooks/pre-commit',
      '#!/bin/sh\necho formatted >> a.txt; echo x > hooked; git add a.txt hooked\n',
    );
    expect(await committed(repository, start)).toBe(true);
    expect(git('show', 'HEAD:a.txt')).toContain('formatted');
    expect(status(repository)).toBe(before);
  });

  test('of which the index was not brought up to date, for the process was killed, leaves it so no longer', async ({
    repository,
    expect,
  }) => {
    const { start, before } = await beginDirty(repository);
    repository.put('a.txt', 'by the agent\n');
    const index = readFileSync(join(repository.root, '.git/index'));
    await committed(repository, start);
    writeFileSync(join(repository.root, '.git/index'), index);
    expect(status(repository)).toContain('MM a.txt');
    expect(await committed(repository, start)).toBe(false);
    expect(status(repository)).toBe(before);
  });

  test('is refused where the tree of the start is gone, and never takes everything', async ({
    repository,
    expect,
  }) => {
    const { start } = await beginDirty(repository);
    repository.git('gc', '--quiet', '--prune=now');
    repository.put('a.txt', 'by the agent\n');
    const refused = await commitRunChanges(repository.root, start, { message: 'no' });
    expect(refused).toEqual({ fault: expect.stringContaining('Commit them yourself') });
  });

  test('knows a user’s commit and a user’s stash, made while the run goes on, from the run’s changes', async ({
    repository,
    expect,
  }) => {
    const { git, put } = repository;
    const { start } = await beginDirty(repository);
    git('commit', '-q', '-m', 'mine', 'both.txt');
    git('stash', 'push', '-q', 'edited.txt');
    put('a.txt', 'by the agent\n');
    expect(await committed(repository, start)).toBe(true);
    expect(git('show', '--format=', '--name-only', 'HEAD')).toBe('a.txt');
  });

  test('works before the first commit, with names of any bytes, links, modes, and a repository inside', async ({
    home,
    repository,
    expect,
  }) => {
    const { git, put, root } = repository;
    git('checkout', '-q', '--orphan', 'fresh');
    git('rm', '-q', '-r', '--cached', '.');
    put('mine\nname', 'x');
    put('inside/readme', 'x');
    git('init', '-q', 'inside');
    const start: RunStart = {
      head: '',
      tree: await withOwnIndex(root, (index) => takeTree(root, index)),
    };
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x2d, 0xff, 0x0a, 0x22])]), 'odd');
    put(':(top)*', 'odd');
    put('run.sh', 'x');
    chmodSync(join(root, 'run.sh'), 0o755);
    symlinkSync(home, join(root, 'link'));
    expect(await committed(repository, start)).toBe(true);
    const listed = git('ls-tree', '-r', '-z', '--format=%(objectmode) %(path)', 'HEAD').split('\0');
    expect(listed).toHaveLength(5);
    expect(listed).toEqual(expect.arrayContaining(['100644 :(top)*', '120000 link', '100755 run.sh']));
  });
});

test('a sparse checkout keeps what it leaves out, and what was put there by hand', async ({
  repository,
  expect,
}) => {
  const { git, put, root, commit } = repository;
  for (const path of ['in/a.txt', 'out/b.txt', 'out/c.txt']) put(path, 'first\n');
  commit();
  git('sparse-checkout', 'set', 'in');
  put('out/c.txt', 'by hand\n');
  const start = await begin(repository);
  const before = status(repository);
  put('in/a.txt', 'by the agent\n');
  put('out/new.txt', 'by the agent\n');
  expect(await aside(repository, start)).toBeDefined();
  expect(status(repository)).toBe(before);
  put('in/a.txt', 'by the agent\n');
  expect(await committed(repository, start)).toBe(true);
  expect(git('show', '--format=', '--name-only', 'HEAD')).toBe('in/a.txt');
  expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nin/a.txt\nout/b.txt\nout/c.txt');
  expect([existsSync(join(root, 'out/b.txt')), textOf(repository, 'out/c.txt')]).toEqual([
    false,
    'by hand\n',
  ]);
});

describe('what a run sets aside', () => {
  test('is its own, and what it changed of the user’s files has its content back', async ({
    repository,
    expect,
  }) => {
    const { git, put, root } = repository;
    const { start, before } = await beginDirty(repository);
    put('a.txt', 'by the agent\n');
    put('made/deep.txt', 'by the agent\n');
    put('.env', 'overwritten\n');
    put('both.txt', 'overwritten\n');
    rmSync(join(root, 'edited.txt'));
    git('add', 'a.txt', 'made');
    const stash = (await aside(repository, start)) ?? '';
    expect(status(repository)).toBe(before);
    expect([
      textOf(repository, '.env'),
      textOf(repository, 'both.txt'),
      textOf(repository, 'edited.txt'),
    ]).toEqual(['SECRET=1\n', 'staged\nand more\n', 'edited\n']);
    expect(existsSync(join(root, 'made'))).toBe(false);
    expect(git('stash', 'list', '--format=%H %gs')).toBe(`${stash} left`);
    expect(git('show', `${stash}:.env`)).toBe('overwritten');
    git('stash', 'push', '-q', '--include-untracked');
    git('stash', 'apply', '-q', stash);
    expect(textOf(repository, 'a.txt')).toBe('by the agent\n');
    expect(textOf(repository, 'made/deep.txt')).toBe('by the agent\n');
  });

  test('does not have what was committed meanwhile, and is made once', async ({ repository, expect }) => {
    const { git, put } = repository;
    const { start } = await beginDirty(repository);
    put('a.txt', 'one\n');
    put('both.txt', 'one\n');
    await committed(repository, start);
    put('a.txt', 'two\n');
    put('both.txt', 'two\n');
    const index = readFileSync(join(repository.root, '.git/index'));
    expect(await aside(repository, start)).toBeDefined();
    expect([textOf(repository, 'a.txt'), textOf(repository, 'both.txt')]).toEqual(['one\n', 'one\n']);
    expect(await aside(repository, start)).toBeUndefined();
    put('a.txt', 'two\n');
    put('both.txt', 'two\n');
    writeFileSync(join(repository.root, '.git/index'), index);
    await aside(repository, start);
    expect(git('stash', 'list').split('\n')).toHaveLength(1);
  });

  test('before the first commit is kept as well', async ({ repository, expect }) => {
    const { git, put } = repository;
    git('checkout', '-q', '--orphan', 'fresh');
    const tree = await withOwnIndex(repository.root, (index) => takeTree(repository.root, index));
    put('made.txt', 'by the agent\n');
    const stash = (await aside(repository, { head: '', tree })) ?? '';
    expect(git('show', `${stash}:made.txt`)).toBe('by the agent');
    expect(status(repository)).toBe('A  a.txt');
  });
});
