/** What `kill -9` between, and in the middle of, any two changes by git costs: nothing, once the run is gone on with. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../src/process/find-program.ts';
import { PROGRAM as WFMAP } from './helpers/program.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';

const PROGRAM = resolve(import.meta.dirname, 'helpers/three-items.ts');
const DEADLY = resolve(import.meta.dirname, '../fixtures/bin/deadly');
const GIT = findProgram('git', process.env['PATH'] ?? '', '/') ?? 'git';
const RESULT = [
  { key: 'a', outcome: 'End', result: 'a' },
  { key: 'b', outcome: 'conflict', result: 'b' },
  { key: 'c', outcome: 'End', result: 'c' },
];

interface Ended {
  readonly signal: string | null;
  readonly told: string;
}

function run(repository: Repository, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const environment = {
    ...process.env,
    PATH: [DEADLY, dirname(process.execPath), process.env['PATH']].join(delimiter),
    REAL_GIT: GIT,
    DEADLY_COUNT: countOf(repository),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    ...more,
  };
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, repository.root], { env: environment });
  let told = '';
  child.stdout.on('data', (chunk) => (told += String(chunk)));
  child.stderr.on('data', (chunk) => (told += String(chunk)));
  return new Promise((settle) => child.on('close', (_code, signal) => settle({ signal, told })));
}

const countOf = (repository: Repository): string => join(dirname(repository.root), 'count');

/** What must be the same however often a run was killed. */
function outcomeOf(repository: Repository): unknown {
  const lines = (text: string): readonly string[] => text.split('\n').toSorted();
  return {
    tree: repository.git('rev-parse', 'HEAD^{tree}'),
    merges: lines(repository.git('log', '--first-parent', '--format=%s')),
    branches: lines(repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')),
    worktrees: repository.git('worktree', 'list', '--porcelain').match(/^worktree .*$/gm)?.length,
    status: repository.git('status', '--porcelain'),
    kept: tipsOf(repository),
  };
}

/** The files on branches that were kept. */
function tipsOf(repository: Repository): readonly string[] {
  const tips = repository.git('for-each-ref', '--format=%(objectname)', 'refs/heads/wfmap').split('\n');
  return tips.filter((tip) => tip !== '').map((tip) => repository.git('ls-tree', '--name-only', tip));
}

let changes = 0;
let undisturbed: unknown;
beforeAll(async () => {
  const repository = createRepository();
  const { told } = await run(repository);
  if (!told.includes('"outcome":"Done"')) throw new Error(`a run that nobody disturbs fails: ${told}`);
  changes = readFileSync(countOf(repository), 'utf8').length / 2;
  undisturbed = outcomeOf(repository);
  repository.remove();
});

async function expectSameTree(at: number, when: string): Promise<void> {
  const repository = createRepository();
  const killed = await run(repository, { DEADLY_AT: String(at), DEADLY_WHEN: when });
  // Two at once may take turns in another order, but the number of changes is the same.
  expect(killed.signal, `change ${at}: ${killed.told}`).toBe('SIGKILL');
  const { told } = await run(repository);
  expect(JSON.parse(told), `${when} ${at}`).toMatchObject({ outcome: 'Done', result: RESULT });
  expect(outcomeOf(repository), `${when} ${at}`).toEqual(undisturbed);
  repository.remove();
}

const WHEN = ['before', 'during', 'after'];

/** Every eighth change, of each kind of moment others; all of them where `WFMAP_ALL_MOMENTS` is set. */
function momentsOf(count: number, offset: number): number[] {
  const all = Array.from({ length: count }, (_, n) => n + 1);
  const isAll = process.env['WFMAP_ALL_MOMENTS'] !== undefined;
  return isAll ? all : all.filter((at) => at % 8 === offset);
}

describe('three items in worktrees, two at once, one of them in conflict', () => {
  test('come to the tree that is expected', () => {
    expect(undisturbed).toMatchObject({
      merges: ['Merge Build/a', 'Merge Build/c', 'start'],
      worktrees: 2,
      status: '',
      kept: ['b.txt\nshared.txt'],
    });
    expect(changes).toBeGreaterThan(12);
    expect(existsSync(PROGRAM)).toBe(true);
  });

  test('leave a worktree that "runs prune" tells of, and removes when told to', async () => {
    const repository = createRepository();
    await run(repository);
    const prune = (...words: readonly string[]) =>
      spawnSync(process.execPath, [WFMAP, 'runs', 'prune', ...words], {
        cwd: repository.root,
        encoding: 'utf8',
      });
    const told = prune();
    expect(told.stdout).toBe(
      '.wfmap/worktrees/test-slip-001-1-b, branch wfmap/test-slip-001/1-b (test/slip-001): 1 commit of its own\n',
    );
    expect(told.stderr).toContain('Nothing was removed. To remove it, with all that is in no other branch');
    expect(JSON.parse(prune('--json').stdout)).toMatchObject([{ commits: 1, changed: 0, removed: false }]);
    expect(prune('--yes')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^removed /) });
    expect(outcomeOf(repository)).toMatchObject({ branches: ['main'], worktrees: 1 });
    expect(prune().stderr).toBe('No ended run has left a worktree.\n');
    repository.remove();
  });

  test.each(WHEN)(
    'come to the same tree when wfmap is killed %s a change by git',
    async (when) => {
      const moments = momentsOf(changes, WHEN.indexOf(when));
      const worker = async (): Promise<void> => {
        for (let at = moments.shift(); at !== undefined; at = moments.shift()) await expectSameTree(at, when);
      };
      await Promise.all([worker(), worker(), worker()]);
    },
    300_000,
  );
});
