import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { resume, start, type TestHost } from '../helpers/run-host.ts';
import {
  branchesIn,
  hostIn,
  twoBranches,
  worktree,
  worktreesIn,
  writeOwn,
  type Work,
} from './worktree-maps.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const hostOf = (work: Work): TestHost => hostIn(repository, work);

describe('the folder that worktrees begin at, when it is not fit', () => {
  const expectStuck = async (
    message: RegExp | string,
    mend: () => void,
    program = twoBranches(worktree('onSuccess')),
  ) => {
    const { state, directory } = await start(hostOf(writeOwn), program);
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    expect(state.paused?.message).toMatch(message);
    mend();
    expect((await resume(hostOf(writeOwn), program, directory)).finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
  };

  test('pauses the run where something is not committed', async () => {
    repository.put('mine.txt', 'x\n');
    await expectStuck(/changes are in none: "mine.txt"/, () => repository.commit('mine'));
  });

  test('pauses the run where no branch is checked out', async () => {
    repository.git('checkout', '--quiet', '--detach');
    await expectStuck(/detached HEAD/, () => repository.git('checkout', '--quiet', 'main'));
  });

  test('pauses the run where a merge is under way', async () => {
    repository.git('checkout', '--quiet', '-b', 'other');
    repository.put('shared.txt', 'other\n');
    repository.commit('other');
    repository.git('checkout', '--quiet', 'main');
    repository.put('x.txt', 'main\n');
    repository.commit('main');
    repository.git('merge', '--quiet', '--no-ff', '--no-commit', 'other');
    await expectStuck(/a merge under way/, () => repository.git('merge', '--abort'));
  });

  test('may have a branch of the name that worktrees would have', async () => {
    repository.git('branch', 'wfmap');
    await start(hostOf(writeOwn), twoBranches(worktree('onSuccess')));
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'shared.txt']);
    expect(branchesIn(repository)).toEqual(['main', 'wfmap']);
  });

  test('may move on meanwhile: its work is merged too', async () => {
    let isFirst = true;
    const host = hostOf((request, write) => {
      writeOwn(request, write);
      if (!isFirst) return;
      isFirst = false;
      repository.put('theirs.txt', 'x\n');
      repository.commit('theirs');
    });
    await start(host, twoBranches(worktree('onSuccess')));
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'shared.txt', 'theirs.txt']);
  });

  test('is not merged into while something there is not committed', async () => {
    const dirty: Work = (request, write) => {
      writeOwn(request, write);
      repository.put('shared.txt', 'mine\n');
    };
    const program = twoBranches(worktree('onSuccess'));
    const { state, directory } = await start(hostOf(dirty), program);
    expect(state.paused?.message).toMatch(
      /is to be merged, but there are changes that are in no commit: "shared.txt"/,
    );
    repository.git('checkout', '--quiet', 'shared.txt');
    expect((await resume(hostOf(dirty), program, directory)).finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'shared.txt']);
  });

  test('is not merged into while another branch is checked out', async () => {
    const elsewhere: Work = (request, write) => {
      writeOwn(request, write);
      repository.git('checkout', '--quiet', '-B', 'other');
    };
    const program = twoBranches(worktree('onSuccess'));
    const { state, directory } = await start(hostOf(elsewhere), program);
    expect(state.paused?.message).toMatch(/to be merged into "main", but "other" is checked out/);
    repository.git('checkout', '--quiet', 'main');
    expect((await resume(hostOf(writeOwn), program, directory)).finished?.outcome).toBe('Done');
  });

  test('pauses the run where there is no repository, no commit, or a bare one', async () => {
    const faults: string[] = [];
    const report = async (): Promise<void> => {
      const { state } = await start(hostOf(writeOwn), twoBranches(worktree('onSuccess')));
      faults.push(state.paused?.message ?? '');
    };
    repository.git('update-ref', '-d', 'refs/heads/main');
    await report();
    repository.git('config', 'core.bare', 'true');
    await report();
    rmSync(join(repository.root, '.git'), { recursive: true });
    await report();
    expect(faults).toEqual([
      expect.stringContaining('has no commit for a worktree to begin at'),
      expect.stringContaining('is a bare repository'),
      expect.stringContaining('is not the top of a git repository'),
    ]);
  });

  test('may name files that git has to store in another way, and submodules that are out of reach', async () => {
    repository.put('.gitmodules', '[submodule "x"]\n  path = x\n  url = /nowhere/at/all\n');
    const head = repository.git('rev-parse', 'HEAD');
    repository.git('update-index', '--add', '--cacheinfo', `160000,${head},x`);
    repository.git('add', '.gitmodules');
    repository.git('commit', '--quiet', '--message', 'submodule');
    mkdirSync(join(repository.root, 'x'));
    const host = hostOf(writeOwn);
    expect((await start(host, twoBranches(worktree('onSuccess')))).state.finished?.outcome).toBe('Done');
    const made = host.events.find(({ type }) => type === 'worktree.made');
    expect(made?.data).toMatchObject({ note: expect.stringContaining('Could not fetch the submodules') });
    expect(worktreesIn(repository)).toEqual([]);
  });
});

describe('a worktree that somebody removes by hand', () => {
  const goneOnce = (before: (folder: string) => void = () => undefined): TestHost => {
    let isFirst = true;
    return hostOf((request, write) => {
      writeOwn(request, write);
      if (!isFirst) return;
      isFirst = false;
      before(request.workFolder);
      rmSync(request.workFolder, { recursive: true });
    });
  };

  test('fails, with what to do, for the work in it is nowhere else', async () => {
    const host = goneOnce();
    const program = twoBranches(worktree('onSuccess'));
    const { state, directory } = await start(host, program);
    expect(state.finished).toBeUndefined();
    expect(state.paused?.message).toMatch(
      /"a": The worktree of ".*" is gone.*git worktree add --force .*--from/,
    );
    expect(host.events.filter(({ type }) => type === 'worktree.failed')).toHaveLength(1);
    expect(host.events.some(({ type, data }) => type === 'worktree.committed' && data.key === 'a')).toBe(
      false,
    );
    // As long as nobody decides it stays so.
    expect((await resume(hostOf(writeOwn), program, directory)).paused?.message).toContain('is gone');
    repository.git('worktree', 'add', '--quiet', '--force', ...placeOf(host));
    expect((await resume(hostOf(writeOwn), program, directory)).finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(['b.txt', 'shared.txt']);
  });

  test('fails as well where an agent has committed a part of its work', async () => {
    const host = goneOnce((folder) => {
      repository.git('-C', folder, 'add', '--all');
      repository.git('-C', folder, 'commit', '--quiet', '--message', 'a part');
    });
    const { state } = await start(host, twoBranches(worktree('onSuccess')));
    expect(state.paused?.message).toMatch(/"a": The worktree of ".*" is gone/);
    expect(branchesIn(repository)).toContain(placeOf(host)[1]);
  });
});

/** Where the worktree of the first branch is to be: the folder, and the branch of git. */
function placeOf({ events }: TestHost): readonly [string, string] {
  const planned = events.find((event) => event.type === 'worktree.planned');
  if (planned?.type !== 'worktree.planned') throw new Error('no worktree was planned');
  return [join(repository.root, planned.data.path), planned.data.branch];
}
