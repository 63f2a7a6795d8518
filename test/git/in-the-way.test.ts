import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, vi } from 'vitest';
import { closeWorktree } from '../../src/git/worktree/close-worktree.ts';
import { commitOrFind, commitWork } from '../../src/git/commit-work.ts';
import { makeOwnWorktree } from '../../src/git/worktree/make-worktree.ts';
import { mergeWork } from '../../src/git/merge-work.ts';
import { planWorktree } from '../../src/git/worktree/plan-worktree.ts';
import type { WorktreeWish } from '../../src/model/worktrees.ts';
import { commitRunChanges } from '../../src/git/commit-run-changes.ts';
import { reportOf } from './report-of.ts';
import { repositoryIn, test, type Repository } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

const wishOf = ({ root }: Repository, more: Partial<WorktreeWish> = {}): WorktreeWish => ({
  root,
  folder: root,
  run: 'demo/slip-001',
  execution: 3,
  key: 'a',
  isFirst: true,
  merges: true,
  commitMessage: undefined,
  ...more,
});
const plan = (repository: Repository, more: Partial<WorktreeWish> = {}): Promise<unknown> =>
  planWorktree(wishOf(repository, more));

const ownOf = ({ root, git }: Repository) => {
  const head = git('rev-parse', 'HEAD');
  return { folder: root, path: join(root, '.wfmap/worktrees/own'), branch: 'wfmap/own', base: head, head };
};
const commitOwn = ({ root }: Repository): Promise<unknown> =>
  commitOrFind(join(root, '.wfmap/worktrees/own'), 'wfmap/own', { base: root, message: 'The work' });
const mergeOther = ({ root, git }: Repository, onto: string | null = 'main'): Promise<unknown> => {
  const head = git('rev-parse', 'refs/heads/other');
  return mergeWork({ folder: root, onto, branch: 'wfmap/own', head, message: 'M', workMessage: 'W' });
};

/** A branch `other` with another `a.txt` than `main` has, which stays checked out. */
function fork({ git, put, commit }: Repository): void {
  git('switch', '-q', '-c', 'other');
  put('a.txt', 'other\n');
  commit();
  git('switch', '-q', 'main');
  put('a.txt', 'main\n');
  commit();
}

/** A pick that stays half done. */
function beginPick(repository: Repository): void {
  fork(repository);
  repository.put('.git/CHERRY_PICK_HEAD', `${repository.git('rev-parse', 'other')}\n`);
}

type Case = (repository: Repository, home: string) => Promise<unknown>;

const CASES: Readonly<Record<string, Case>> = {
  'planned without git': (repository) => {
    vi.stubEnv('PATH', '/nowhere');
    return plan(repository);
  },
  'planned in a bare repository': (repository, home) => {
    const bare = join(home, 'bare.git');
    repository.git('clone', '-q', '--bare', '.', bare);
    return plan({ ...repository, root: bare });
  },
  'planned outside of a repository': (repository, home) => plan({ ...repository, root: home }),
  'planned before the first commit': (repository) => {
    repository.git('switch', '-q', '--orphan', 'fresh');
    return plan(repository);
  },
  'planned on no branch': (repository) => {
    repository.git('checkout', '-q', '--detach');
    return plan(repository);
  },
  'planned in the middle of a pick': (repository) => {
    beginPick(repository);
    return plan(repository);
  },
  'planned with one change that is in no commit': (repository) => {
    repository.put('a.txt', 'b\n');
    return plan(repository);
  },
  'planned with three changes that are in no commit': (repository) => {
    for (const name of ['c', 'b', 'd']) repository.put(name, 'x\n');
    return plan(repository);
  },
  'planned with five changes that are in no commit': (repository) => {
    for (const name of ['c', 'b', 'd', 'f', 'e']) repository.put(name, 'x\n');
    return plan(repository);
  },
  'planned with no name left': (repository) => {
    repository.put('.gitignore', '.wfmap\n');
    repository.commit();
    const names = Array.from({ length: 100 }, (_, at) => (at === 0 ? '3-a' : `3-a-${at + 1}`));
    for (const name of names) repository.put(`.wfmap/worktrees/demo-slip-001-${name}/x`, '');
    return plan(repository);
  },
  'made elsewhere': (repository) => makeOwnWorktree({ ...ownOf(repository), path: `${repository.root}/own` }),
  'committed where git reads nothing': (_repository, home) => commitWork(home, 'W'),
  'committed in the middle of a pick': (repository) => {
    beginPick(repository);
    return commitWork(repository.root, 'W');
  },
  'committed before the first commit, without a change': (repository) => {
    repository.git('switch', '-q', '--orphan', 'fresh');
    rmSync(join(repository.root, 'a.txt'), { force: true });
    return commitWork(repository.root, 'W');
  },
  'committed, gone with its branch': (repository) => commitOwn(repository),
  'committed, gone with what was not committed': (repository) => {
    repository.git('branch', 'wfmap/own');
    return commitOwn(repository);
  },
  'merged where git reads nothing': (repository, home) => {
    fork(repository);
    return mergeOther({ ...repository, root: home });
  },
  'merged in the middle of a pick': (repository) => {
    beginPick(repository);
    return mergeOther(repository);
  },
  'merged where another branch is checked out': (repository) => {
    fork(repository);
    repository.git('switch', '-q', '-c', 'third');
    return mergeOther(repository);
  },
  'merged where no branch is checked out': (repository) => {
    fork(repository);
    repository.git('checkout', '-q', '--detach');
    return mergeOther(repository);
  },
  'merged with a change that is in no commit': (repository) => {
    fork(repository);
    repository.put('a.txt', 'mine\n');
    return mergeOther(repository, null);
  },
  'merged with another change of the same lines': (repository) => {
    fork(repository);
    return mergeOther(repository);
  },
  'closed, no worktree': (repository) => {
    repository.put('.wfmap/worktrees/own/x', '');
    return closeWorktree(ownOf(repository));
  },
  'closed, changed since': async (repository) => {
    await makeOwnWorktree(ownOf(repository));
    repository.put('.wfmap/worktrees/own/x', '');
    return closeWorktree(ownOf(repository));
  },
  'closed, with another commit since': async (repository) => {
    const own = ownOf(repository);
    await makeOwnWorktree(own);
    repository.git('-C', own.path, 'commit', '-q', '--allow-empty', '-m', 'late');
    return closeWorktree(own);
  },
  'changes of a run, in the middle of a pick': (repository) => {
    beginPick(repository);
    return commitRunChanges(repository.root, { head: '', tree: '' }, { message: 'W' });
  },
  'changes of a run whose start is unknown': (repository) =>
    commitRunChanges(repository.root, { head: '', tree: 'a'.repeat(40) }, { message: 'W' }),
  'changes of a run whose start is no object': (repository) =>
    commitRunChanges(repository.root, { head: '--all', tree: '' }, { message: 'W' }),
};

test('what stands in the way of the engine’s git is told in sentences', async ({ home, expect }) => {
  const reported: string[] = [];
  for (const [at, [title, work]] of Object.entries(CASES).entries()) {
    const folder = join(home, String(at));
    const repository = repositoryIn(join(folder, 'my repository'));
    const said = await reportOf(() => work(repository, folder));
    vi.unstubAllEnvs();
    const plain = said
      .replaceAll(repository.root, '<folder>')
      .replaceAll(folder, '<home>')
      .replaceAll(/\b[0-9a-f]{40}\b/g, '<commit>');
    reported.push(`${title}:\n  ${plain}\n`);
  }
  await expect(reported.join('\n')).toMatchFileSnapshot('../fixtures/git/in-the-way.txt');
});
