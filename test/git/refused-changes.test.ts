import { join } from 'node:path';
import { afterEach, describe, vi } from 'vitest';
import { makeBranch, makeWorktree, setAside } from '../../src/git/change-git.ts';
import { closeWorktree } from '../../src/git/worktree/close-worktree.ts';
import { commitRunChanges } from '../../src/git/commit-run-changes.ts';
import { commitWork } from '../../src/git/commit-work.ts';
import { removeLeft } from '../../src/git/worktree/left-worktree.ts';
import { makeOwnWorktree } from '../../src/git/worktree/make-worktree.ts';
import { mergeWork } from '../../src/git/merge-work.ts';
import { withOwnIndex } from '../../src/git/own-index.ts';
import type { RunStart } from '../../src/git/run-changes.ts';
import { changeWithGit } from '../../src/git/run-git.ts';
import { setAsideRunChanges } from '../../src/git/set-aside-run-changes.ts';
import { takeTree } from '../../src/git/take-tree.ts';
import { refusingGit, standInGit } from './refusing-git.ts';
import { reportOf } from './report-of.ts';
import { repositoryIn, test, type Repository } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

/** A change that git refuses at these of its words, once `prepare` has made what it needs. */
interface Refused {
  readonly words: string;
  readonly prepare?: (repository: Repository, own: OwnWorktree) => Promise<unknown> | void;
  readonly work: (repository: Repository, own: OwnWorktree) => Promise<unknown>;
}

interface OwnWorktree {
  readonly folder: string;
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  readonly head: string;
}

function ownOf({ root, git }: Repository): OwnWorktree {
  const head = git('rev-parse', 'HEAD');
  const path = join(root, '.wfmap/worktrees/own');
  return { folder: root, path, branch: 'wfmap/own', base: head, head };
}

const LEFT = { path: '.wfmap/worktrees/own', branch: 'wfmap/own' };
const make = (_repository: Repository, own: OwnWorktree) => makeOwnWorktree(own);
/** A branch `other` with a commit of its own, which is not checked out. */
function branchOff({ git, put, commit }: Repository): void {
  git('switch', '-q', '-c', 'other');
  put('other.txt', 'x\n');
  commit();
  git('switch', '-q', 'main');
}

const mergeOther = ({ root, git }: Repository) =>
  mergeWork({
    folder: root,
    onto: null,
    branch: 'other',
    head: git('rev-parse', 'other'),
    message: 'M',
    workMessage: 'W',
  });

const CHANGES: Readonly<Record<string, readonly Refused[]>> = {
  'a branch': [{ words: 'switch', work: ({ root }) => makeBranch(root, 'wfmap/one') }],
  'a worktree of a run': [
    {
      words: 'worktree add',
      work: ({ root }, { path, head }) => makeWorktree(root, { path, branch: 'wfmap/one', head }),
    },
  ],
  'what is set aside': [{ words: 'stash push', work: ({ root }) => setAside(root, 'wfmap one') }],
  'a worktree of the engine': [
    { words: 'worktree add', work: make },
    { words: 'worktree prune', work: make },
    { words: 'update-ref -d', prepare: ({ git }) => void git('branch', 'wfmap/own'), work: make },
    {
      words: 'submodule',
      prepare: ({ git, put }) => {
        put('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = /nowhere\n');
        git('add', '.gitmodules');
        git('commit', '-q', '-m', 'a submodule');
      },
      work: (repository) => makeOwnWorktree(ownOf(repository)),
    },
  ],
  'a worktree that is closed': [
    { words: 'worktree remove', prepare: make, work: (_repository, own) => closeWorktree(own) },
    { words: 'worktree prune', work: (_repository, own) => closeWorktree(own) },
    { words: 'update-ref -d', prepare: make, work: (_repository, own) => closeWorktree(own) },
    { words: 'status', prepare: make, work: (_repository, own) => closeWorktree(own) },
  ],
  'a worktree that was left': [
    { words: 'worktree remove', prepare: make, work: ({ root }) => removeLeft(root, LEFT) },
    { words: 'worktree prune', work: ({ root }) => removeLeft(root, LEFT) },
    { words: 'update-ref -d', prepare: make, work: ({ root }) => removeLeft(root, LEFT) },
  ],
  'work that is committed': [
    {
      words: 'add --all',
      prepare: ({ put }) => put('b.txt', 'b'),
      work: ({ root }) => commitWork(root, 'W'),
    },
    { words: 'commit', prepare: ({ put }) => put('b.txt', 'b'), work: ({ root }) => commitWork(root, 'W') },
  ],
  'work that is merged': [
    {
      words: 'merge',
      prepare: branchOff,
      work: mergeOther,
    },
    {
      words: 'merge --abort',
      prepare: (repository) => {
        branchOff(repository);
        repository.git('merge', '-q', '--no-ff', '--no-commit', 'other');
      },
      work: mergeOther,
    },
    {
      words: 'merge --abort',
      prepare: (repository) => {
        branchOff(repository);
        repository.put('other.txt', 'another\n');
        repository.commit();
      },
      work: mergeOther,
    },
  ],
};

/** Words of git on the way to a commit, and to a stash, in order. */
const COMMITTING = [
  'rev-parse --git-path',
  'write-tree',
  'diff-tree',
  'update-index',
  'read-tree -i',
  'commit',
  'diff-index',
];
const SETTING_ASIDE = ['commit-tree', 'stash store', 'read-tree --no-sparse-checkout', 'reset'];

/** One after the other, each in a repository of its own: what each is told as. */
async function reportOfAll(home: string, changes: readonly Refused[]): Promise<string> {
  const reported: string[] = [];
  for (const [at, { words, prepare, work }] of changes.entries()) {
    const repository = repositoryIn(join(home, String(at)));
    await prepare?.(repository, ownOf(repository));
    const own = ownOf(repository);
    refusingGit(home, words);
    const line = await reportOf(() => work(repository, own));
    vi.unstubAllEnvs();
    reported.push(`git ${words}:\n  ${line.replaceAll(repository.root, '<folder>')}\n`);
  }
  return reported.join('\n');
}

describe('a change that git refuses is told by what was to be done and what git says', () => {
  test.for(Object.entries(CHANGES))('%s', async ([title, changes], { home, expect }) => {
    const file = `../fixtures/git/refused/${title.replaceAll(' ', '-')}.txt`;
    await expect(await reportOfAll(home, changes)).toMatchFileSnapshot(file);
  });

  test.for([
    [
      'a commit of a run',
      COMMITTING,
      (root: string, start: RunStart) => commitRunChanges(root, start, { message: 'S' }),
    ],
    [
      'what a run sets aside',
      SETTING_ASIDE,
      (root: string, start: RunStart) => setAsideRunChanges(root, start, { message: 'left', run: 'r' }),
    ],
  ] as const)('%s', async ([title, all, change], { home, expect }) => {
    let start: RunStart = { head: '', tree: '' };
    const changes = all.map((words) => ({
      words,
      prepare: async ({ root, git, put }: Repository) => {
        const tree = await withOwnIndex(root, (index) => takeTree(root, index));
        start = { head: git('rev-parse', 'HEAD'), tree };
        put('by-the-agent.txt', 'x\n');
        git('add', 'by-the-agent.txt');
      },
      work: ({ root }: Repository) => change(root, start),
    }));
    const file = `../fixtures/git/refused/${title.replaceAll(' ', '-')}.txt`;
    await expect(await reportOfAll(home, changes)).toMatchFileSnapshot(file);
  });
});

test('of a worktree that cannot be made, a branch that stays is named', async ({
  home,
  repository,
  expect,
}) => {
  const { root, git } = repository;
  const wish = { path: join(home, 'a tree'), branch: 'wfmap/x', head: git('rev-parse', 'HEAD') };
  // As git does where the folder cannot be made: the branch is there already then.
  standInGit(
    home,
    `case " $* " in *' worktree add '*) git branch wfmap/x; echo 'fatal: no room' >&2; exit 128;;\n` +
      `*' update-ref '*) exit 1;; esac`,
  );
  const reported = await reportOf(() => makeWorktree(root, wish));
  expect(reported.replaceAll(home, '<home>')).toBe(
    'git-refused: Could not make the worktree "<home>/a tree": no room\n  help: The branch "wfmap/x" may be left.',
  );
});

describe('a git that', () => {
  const change = (root: string): Promise<string> =>
    reportOf(() => changeWithGit(root, 'do it', ['switch', 'x']));

  test.for([
    ['says nothing is told by its exit code', 'exit 3', 'git ended with 3'],
    ['is killed is told by the signal', 'kill -KILL $$', 'git ended with SIGKILL'],
    [
      'says one thing among others is told by that',
      "printf 'hint: a\nerror: b\nfatal: c\n' >&2; exit 1",
      'b',
    ],
    ['says something else is told by all of it', "printf ' a\nb\n' >&2; exit 1", 'a\nb'],
  ] as const)('%s', async ([, lines, reason], { home, repository, expect }) => {
    standInGit(home, lines);
    expect(await change(repository.root)).toBe(`git-refused: Could not do it: ${reason}`);
  });

  test('is not there is told as such', async ({ repository, expect }) => {
    vi.stubEnv('PATH', '/nowhere');
    expect(await change(repository.root)).toBe('git-missing: Could not do it: there is no git on PATH.');
  });
});

test('a file that git cannot take up, though it can be read, is named', async ({
  home,
  repository,
  expect,
}) => {
  const { root, put } = repository;
  put('new.txt', 'x');
  refusingGit(home, 'add');
  const reported = await reportOf(() => withOwnIndex(root, (index) => takeTree(root, index)));
  expect(reported).toBe(
    'git-refused: Could not record what is not committed: no such luck\n  help: Git could not add "new.txt".',
  );
});
