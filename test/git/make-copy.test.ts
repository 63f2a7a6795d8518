import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCopy, removeCopies, removeCopyOf } from '../../src/git/worktree/make-copy.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const wishOf = ({ root }: Repository, key = 'a') => ({ root, folder: root, run: 'demo/slip-001', key });

/** The absolute path of a copy that was made. */
async function copyIn(repository: Repository, key?: string): Promise<string> {
  const made = await makeCopy(wishOf(repository, key));
  if ('fault' in made) throw new Error(made.fault);
  return join(repository.root, made.path);
}

const statusIn = (folder: string): string =>
  spawnSync('git', ['status', '--porcelain', '--', '.', ':!.wfmap'], { cwd: folder, encoding: 'utf8' })
    .stdout;

/** All that the user's git has: refs, index, objects and settings. */
const gitOf = ({ git, root }: Repository): string =>
  [
    git('for-each-ref'),
    git('ls-files', '--stage', '-v'),
    git('count-objects', '-v'),
    git('rev-parse', 'HEAD'),
    git('reflog'),
    readFileSync(join(root, '.git/config'), 'utf8'),
  ].join('\n');

/** Every kind of change that is in no commit. */
function makeDirty({ put, git, commit, root }: Repository): void {
  for (const name of [
    'edited',
    'staged',
    'both',
    'gone',
    'renamed',
    'unchanged',
    'was-folder/in',
    'leads-out/deep/file',
  ])
    put(name, 'old\n');
  put('was-file', 'old\n');
  symlinkSync('edited', join(root, 'link'));
  put('.gitignore', 'node_modules/\n*.log\n.env\n.wfmap/\n');
  commit('before');
  put('edited', 'new\n');
  put('staged', 'new\n');
  put('both', 'staged\n');
  git('add', 'staged', 'both');
  put('both', 'newer\n');
  rmSync(join(root, 'gone'));
  git('mv', 'renamed', 'new name');
  put('unchanged', 'new\n');
  git('update-index', '--assume-unchanged', 'unchanged');
  rmSync(join(root, 'was-folder'), { recursive: true });
  put('was-folder', 'a file\n');
  rmSync(join(root, 'was-file'));
  put('was-file/in', 'a folder\n');
  // What is reached by a link is not in the project.
  rmSync(join(root, 'leads-out'), { recursive: true });
  symlinkSync(join(root, 'untracked'), join(root, 'leads-out'));
  put('untracked/deep/file', 'new\n');
  put('run.sh', '#!/bin/sh\n');
  chmodSync(join(root, 'run.sh'), 0o755);
  rmSync(join(root, 'link'));
  symlinkSync('/nowhere', join(root, 'link'));
}

test('has every file as it is, and what is staged is staged', async () => {
  makeDirty(repository);
  const copy = await copyIn(repository);
  const read = (path: string): string => readFileSync(join(copy, path), 'utf8');
  for (const path of [
    'edited',
    'staged',
    'both',
    'new name',
    'unchanged',
    'was-folder',
    'was-file/in',
    'untracked/deep/file',
  ])
    expect(read(path), path).toBe(repository.read(path));
  expect(existsSync(join(copy, 'gone'))).toBe(false);
  expect(existsSync(join(copy, 'renamed'))).toBe(false);
  expect(readlinkSync(join(copy, 'leads-out'))).toBe(join(repository.root, 'untracked'));
  expect(readlinkSync(join(copy, 'link'))).toBe('/nowhere');
  expect(statSync(join(copy, 'run.sh')).mode & 0o777).toBe(0o755);
  // The user's index says of one file that it is as it was.
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== ' M unchanged');
  expect(lines(statusIn(copy))).toEqual(lines(statusIn(repository.root)));
  expect(statusIn(copy)).toContain(' M unchanged');
});

test('changes nothing of git but the list of worktrees, and leaves nothing when it is removed', async () => {
  makeDirty(repository);
  const before = gitOf(repository);
  const copy = await copyIn(repository);
  expect(gitOf(repository)).toBe(before);
  writeFileSync(join(copy, 'edited'), 'by the reader\n');
  rmSync(join(copy, 'staged'));
  expect(repository.read('edited')).toBe('new\n');
  expect(await removeCopyOf(wishOf(repository))).toBeUndefined();
  expect(existsSync(copy)).toBe(false);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(gitOf(repository)).toBe(before);
  expect(repository.read('staged')).toBe('new\n');
});

test('has what git ignores: small files of its own, and what is in folders by links', async () => {
  const { put, root } = repository;
  put('.gitignore', 'node_modules/\n*.log\n.env\n.wfmap/\n.claude/\n');
  put('node_modules/left/index.js', 'left\n');
  put('old.log', 'old\n');
  put('.env', 'KEY=1\n');
  put('.claude/settings.local.json', '{}\n');
  repository.commit('ignores');
  const copy = await copyIn(repository);
  expect(statusIn(copy)).toBe('');
  expect(readFileSync(join(copy, 'node_modules/left/index.js'), 'utf8')).toBe('left\n');
  expect(realpathSync(join(copy, 'node_modules/left'))).toBe(realpathSync(join(root, 'node_modules/left')));
  writeFileSync(join(copy, '.env'), 'KEY=2\n');
  writeFileSync(join(copy, 'old.log'), 'new\n');
  writeFileSync(join(copy, 'node_modules/.cache'), 'new\n');
  expect(repository.read('.env')).toBe('KEY=1\n');
  expect(repository.read('old.log')).toBe('old\n');
  expect(existsSync(join(root, 'node_modules/.cache'))).toBe(false);
  expect(existsSync(join(copy, '.claude'))).toBe(false);
  await removeCopyOf(wishOf(repository));
  expect(repository.read('node_modules/left/index.js')).toBe('left\n');
});

test('has the files of submodules and of repositories inside', async () => {
  const inner = createRepository();
  try {
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'lib');
    repository.commit('with a submodule');
    repository.put('lib/shared.txt', 'mine\n');
    mkdirSync(join(repository.root, 'own'));
    repository.git('init', '-q', 'own');
    repository.put('own/file', 'own\n');
    const copy = await copyIn(repository);
    expect(readFileSync(join(copy, 'lib/shared.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(copy, 'own/file'), 'utf8')).toBe('own\n');
    expect(existsSync(join(copy, 'own/.git'))).toBe(false);
    expect(await removeCopyOf(wishOf(repository))).toBeUndefined();
  } finally {
    inner.remove();
  }
});

test('two copies of one folder do not see each other', async () => {
  const [a, b] = [await copyIn(repository, 'a'), await copyIn(repository, 'b')];
  writeFileSync(join(a, 'shared.txt'), 'a\n');
  expect(readFileSync(join(b, 'shared.txt'), 'utf8')).toBe('one\n');
});

test('is made anew where an earlier try has left one, whatever became of it', async () => {
  const copy = await copyIn(repository);
  writeFileSync(join(copy, 'shared.txt'), 'left\n');
  rmSync(join(copy, '.git'));
  await copyIn(repository);
  expect(readFileSync(join(copy, 'shared.txt'), 'utf8')).toBe('one\n');
  rmSync(copy, { recursive: true });
  await copyIn(repository);
  expect(statusIn(copy)).toBe('');
});

test('goes with the others of its run, and nothing else does', async () => {
  const { root, git } = repository;
  const copies = [await copyIn(repository, 'a'), await copyIn(repository, 'b')];
  await makeCopy({ ...wishOf(repository), run: 'demo/slip-002' });
  git('worktree', 'add', '--quiet', '--detach', '.wfmap/worktrees/demo-slip-001-3-a');
  mkdirSync(join(root, '.wfmap/worktrees/demo-slip-001-reader-mine'));
  rmSync(copies[0] ?? '', { recursive: true });
  expect(await removeCopies({ root, run: 'demo/slip-001' })).toBe(2);
  for (const copy of copies) expect(existsSync(copy)).toBe(false);
  expect(existsSync(join(root, '.wfmap/worktrees/demo-slip-001-3-a'))).toBe(true);
  expect(existsSync(join(root, '.wfmap/worktrees/demo-slip-001-reader-mine'))).toBe(true);
  expect(git('worktree', 'list').split('\n')).toHaveLength(3);
});

test('neither a link in its place nor one above it leads its removal elsewhere', async () => {
  const { root } = repository;
  const theirs = mkdtempSync(join(tmpdir(), 'wfmap-theirs-'));
  writeFileSync(join(theirs, 'file'), 'theirs\n');
  const copy = await copyIn(repository);
  rmSync(copy, { recursive: true });
  symlinkSync(theirs, copy);
  expect(await removeCopyOf(wishOf(repository))).toBeUndefined();
  expect(lstatSync(copy, { throwIfNoEntry: false })).toBeUndefined();
  rmSync(join(root, '.wfmap/worktrees'), { recursive: true });
  symlinkSync(theirs, join(root, '.wfmap/worktrees'));
  expect(await makeCopy(wishOf(repository))).toEqual({
    fault: expect.stringContaining('cannot be a worktree'),
  });
  expect(readFileSync(join(theirs, 'file'), 'utf8')).toBe('theirs\n');
  rmSync(theirs, { recursive: true });
});

test('is a fault where there is no commit, and nothing is left of it', async () => {
  repository.git('update-ref', '-d', 'HEAD');
  expect(await makeCopy(wishOf(repository))).toEqual({ fault: expect.stringContaining('make the worktree') });
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});
