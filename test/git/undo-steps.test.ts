import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe } from 'vitest';
import { makeBranch, makeWorktree, setAside } from '../../src/git/change-git.ts';
import { readAftermath, type Aftermath, type Beginning } from '../../src/git/read-aftermath.ts';
import { readGitState } from '../../src/git/read-git-state.ts';
import { undoSteps } from '../../src/git/undo-steps.ts';
import { test, type Repository } from './repository.ts';

async function begin({ root }: Repository, more: Partial<Beginning> = {}): Promise<Beginning> {
  const state = await readGitState(root);
  const { head = null, branch = null, changed = [] } = state ?? {};
  const changedCount = changed.length;
  return { head, branch, changed, changedCount, stash: null, created: null, worktree: null, ...more };
}

/** The lines that undo what a run did, as they are told. */
async function stepsOf({ root }: Repository, beginning: Beginning): Promise<string[]> {
  const aftermath = await readAftermath(root, beginning);
  if (aftermath === null) throw new Error('no repository');
  return undoSteps(beginning, aftermath).map(({ words }) => words.join(' '));
}

/** Runs the lines that undo, as a person would. */
async function undo(repository: Repository, beginning: Beginning): Promise<void> {
  const aftermath = await readAftermath(repository.root, beginning);
  if (aftermath === null) throw new Error('no repository');
  for (const { words } of undoSteps(beginning, aftermath)) repository.git(...words.slice(1));
}

describe('a run on a branch of its user', () => {
  test('that did nothing has nothing to undo, whatever was uncommitted before', async ({
    repository,
    expect,
  }) => {
    repository.put('mine.txt', 'mine');
    expect(await stepsOf(repository, await begin(repository))).toEqual([]);
  });

  test('is undone by setting aside and going back, and what was committed stays in the reflog', async ({
    repository,
    expect,
  }) => {
    const beginning = await begin(repository);
    repository.put('b.txt', 'b');
    const theirs = repository.commit();
    repository.put('new.txt', 'new');
    expect(await stepsOf(repository, beginning)).toEqual([
      'git stash push --include-untracked',
      `git reset --keep ${beginning.head}`,
    ]);
    await undo(repository, beginning);
    expect(await readGitState(repository.root)).toMatchObject({ head: beginning.head, changed: [] });
    expect(repository.git('cat-file', '-t', theirs)).toBe('commit');
  });

  test('keeps the changes that its user had before', async ({ repository, expect }) => {
    repository.put('mine.txt', 'mine');
    const beginning = await begin(repository);
    repository.put('b.txt', 'b');
    repository.git('add', 'b.txt');
    repository.git('commit', '-q', '-m', 'theirs');
    await undo(repository, beginning);
    expect(await readGitState(repository.root)).toMatchObject({
      head: beginning.head,
      changed: ['mine.txt'],
    });
  });

  test('is undone from another branch by going there first, without touching what lies there', async ({
    repository,
    expect,
  }) => {
    const beginning = await begin(repository);
    repository.put('b.txt', 'b');
    repository.commit();
    repository.git('switch', '-q', '-c', 'other');
    repository.put('mine.txt', 'mine');
    expect(await stepsOf(repository, beginning)).toEqual([
      'git switch main',
      `git reset --keep ${beginning.head}`,
    ]);
  });

  test('is not reset where the branch has become another one', async ({ repository, expect }) => {
    repository.put('b.txt', 'b');
    repository.commit();
    const beginning = await begin(repository);
    repository.git('reset', '-q', '--hard', 'HEAD~');
    repository.put('c.txt', 'c');
    repository.commit();
    expect(await readAftermath(repository.root, beginning)).toMatchObject({ commits: null });
    expect(await stepsOf(repository, beginning)).toEqual([]);
  });

  test('on a detached head goes back to where it began', async ({ repository, expect }) => {
    repository.git('checkout', '-q', '--detach');
    const beginning = await begin(repository);
    repository.put('b.txt', 'b');
    repository.commit();
    await undo(repository, beginning);
    expect(await readGitState(repository.root)).toMatchObject({ head: beginning.head, branch: null });
  });

  test('before the first commit has no commit to go back to', async ({ repository, expect }) => {
    repository.git('switch', '-q', '--orphan', 'fresh');
    const beginning = await begin(repository);
    expect(beginning.head).toBeNull();
    expect(await readAftermath(repository.root, beginning)).toMatchObject({ commits: 0 });
    repository.put('b.txt', 'b');
    repository.commit();
    expect(await readAftermath(repository.root, beginning)).toMatchObject({ commits: 1 });
    expect(await stepsOf(repository, beginning)).toEqual([]);
  });

  test('gives back what was set aside for it', async ({ repository, expect }) => {
    repository.put('mine.txt', 'mine');
    const stash = await setAside(repository.root, 'wfmap');
    const beginning = await begin(repository, { stash });
    await undo(repository, beginning);
    expect(await readGitState(repository.root)).toMatchObject({ changed: ['mine.txt'] });
  });
});

test('a branch that was made for a run is left and dropped', async ({ repository, expect }) => {
  const beginning = await begin(repository, { created: 'wfmap/one-001' });
  await makeBranch(repository.root, 'wfmap/one-001');
  repository.put('b.txt', 'b');
  repository.commit();
  repository.put('new.txt', 'new');
  await undo(repository, beginning);
  expect(await readGitState(repository.root)).toMatchObject({
    head: beginning.head,
    branch: 'main',
    changed: [],
  });
  expect(repository.git('branch', '--list', 'wfmap/*')).toBe('');
  expect(await stepsOf(repository, beginning)).toEqual([]);
});

describe('a worktree that was made for a run', () => {
  async function beside(repository: Repository, home: string): Promise<Beginning & { worktree: string }> {
    const worktree = join(home, 'a tree');
    const beginning = await begin(repository, { created: 'wfmap/a', worktree });
    await makeWorktree(repository.root, { path: worktree, branch: 'wfmap/a', head: beginning.head ?? '' });
    return { ...beginning, worktree };
  }

  test('is removed with its branch, and what is lost with it is named', async ({
    home,
    repository,
    expect,
  }) => {
    const beginning = await beside(repository, home);
    repository.put('../a tree/new.txt', 'new');
    const aftermath = await readAftermath(repository.root, beginning);
    expect(aftermath && undoSteps(beginning, aftermath)[0]?.does).toBe(
      'removes the worktree, with 1 file changed and not committed',
    );
    await undo(repository, beginning);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repository.git('branch', '--list', 'wfmap/*')).toBe('');
  });

  test('whose folder is gone is forgotten', async ({ home, repository, expect }) => {
    const beginning = await beside(repository, home);
    spawnSync('rm', ['-rf', beginning.worktree]);
    expect(await stepsOf(repository, beginning)).toEqual(['git worktree prune', 'git branch -D wfmap/a']);
    await undo(repository, beginning);
    expect(repository.git('branch', '--list', 'wfmap/*')).toBe('');
  });
});

describe('what undoes a run', () => {
  const HEAD = 'a'.repeat(40);
  const BEGINNING: Beginning = {
    head: HEAD,
    branch: 'main',
    changed: [],
    changedCount: 0,
    stash: null,
    created: null,
    worktree: null,
  };
  const nowOn = (branch: string | null, ...changed: string[]) => ({
    head: 'b'.repeat(40),
    branch,
    changed,
    isWhole: true,
  });
  const AFTERMATH: Aftermath = { now: nowOn('main'), commits: 0, hasCreated: false, hasStash: false };
  const made = { created: 'wfmap/one' };
  const beside = { created: 'wfmap/one', worktree: '/trees/one' };
  const cases: readonly (readonly [string, Partial<Beginning>, Partial<Aftermath>])[] = [
    ['nothing was done', {}, {}],
    ['one commit', {}, { commits: 1 }],
    ['two commits', {}, { commits: 2 }],
    ['commits of another history', {}, { commits: null, now: nowOn('main', 'a') }],
    ['one changed file', {}, { now: nowOn('main', 'a') }],
    ['two changed files', {}, { now: nowOn('main', 'a', 'b') }],
    [
      'a changed file beside one from before',
      { changed: ['a'], changedCount: 1 },
      { now: nowOn('main', 'a', 'b') },
    ],
    [
      'changed files beside more than are known by name',
      { changed: ['a'], changedCount: 3 },
      { now: nowOn('main', 'a', 'b', 'c', 'd') },
    ],
    [
      'fewer changed files than before',
      { changed: ['a'], changedCount: 3 },
      { now: nowOn('main', 'x', 'y') },
    ],
    ['a commit and a change', {}, { commits: 1, now: nowOn('main', 'a') }],
    ['a commit, on another branch by now', {}, { commits: 1, now: nowOn('other', 'a') }],
    ['no commit, on another branch by now', {}, { now: nowOn('other', 'a') }],
    ['a commit, on no branch by now', {}, { commits: 1, now: nowOn(null, 'a') }],
    ['a commit on no branch', { branch: null }, { commits: 1, now: nowOn(null) }],
    ['a commit on no branch, on one by now', { branch: null }, { commits: 1, now: nowOn('other', 'a') }],
    ['a beginning before the first commit', { head: null }, { commits: 1, now: nowOn('main', 'a') }],
    ['no repository any more', {}, { now: null, commits: 1 }],
    ['something was set aside', { stash: HEAD }, { hasStash: true }],
    ['what was set aside is gone', { stash: HEAD }, {}],
    ['a branch was made', made, { now: nowOn('wfmap/one'), hasCreated: true }],
    [
      'a branch was made, with a commit and a change',
      made,
      { now: nowOn('wfmap/one', 'a'), hasCreated: true, commits: 1 },
    ],
    [
      'a branch was made, with commits of another history',
      made,
      { now: nowOn('wfmap/one'), hasCreated: true, commits: null },
    ],
    [
      'a branch was made from no branch',
      { ...made, branch: null },
      { now: nowOn('wfmap/one'), hasCreated: true },
    ],
    ['a branch was made and left', made, { now: nowOn('main', 'a'), hasCreated: true, commits: 2 }],
    ['a branch was made and is gone', made, { now: nowOn('main', 'a'), commits: 2 }],
    ['a worktree was made', beside, { now: nowOn('wfmap/one'), hasCreated: true, commits: 1 }],
    [
      'a worktree was made, with changes',
      beside,
      { now: nowOn('wfmap/one', 'a', 'b'), hasCreated: true, commits: 0 },
    ],
    ['a worktree was made, and its folder is gone', beside, { now: null, hasCreated: true, commits: 3 }],
    ['a worktree was made, and its branch is gone', beside, { now: nowOn(null) }],
    [
      'a worktree was made, and something was set aside',
      { ...beside, stash: HEAD },
      { now: nowOn('wfmap/one'), hasCreated: true, hasStash: true },
    ],
  ];

  test('is told in lines to run, each with what it does', async ({ expect }) => {
    const reported = cases.map(([title, beginning, aftermath]) => {
      const steps = undoSteps({ ...BEGINNING, ...beginning }, { ...AFTERMATH, ...aftermath });
      const lines = steps.map(({ words, does }) => `  ${words.join(' ')}\n    ${does}\n`);
      return `${title}:\n${lines.join('') || '  nothing\n'}`;
    });
    const text = reported.join('\n').replaceAll(HEAD, '<commit>');
    await expect(text).toMatchFileSnapshot('../fixtures/git/undo-steps.txt');
  });
});
