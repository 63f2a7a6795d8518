import { join } from 'node:path';
import { afterEach, beforeEach, describe, vi } from 'vitest';
import { beginGit, type GitStart } from '../../../src/cli/git/begin-git.ts';
import type { GitFlags } from '../../../src/cli/git/git-wishes.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import type { GitNeeds } from '../../../src/run/program/git-needs.ts';
import { readConfig } from '../../../src/project/config.ts';
import { repositoryAt, test, type Repository } from '../../git/repository.ts';

const NOTHING: GitNeeds = {
  commits: undefined,
  merges: undefined,
  worktrees: undefined,
  needsWorktrees: undefined,
};
const COMMITS = { ...NOTHING, commits: 'Commit' };
const MAY_USE_WORKTREES = { ...NOTHING, worktrees: 'Try' };
const NEEDS_WORKTREES = {
  ...NOTHING,
  merges: 'Build',
  worktrees: 'Build',
  needsWorktrees: { task: 'Build', merges: true, end: 'Done' },
};

interface Asked {
  readonly needs?: GitNeeds;
  /** What the person at the terminal says; undefined for none. */
  readonly answer?: boolean;
  readonly kind?: 'claude' | 'scripted';
  readonly keepsBranch?: boolean;
}

async function begun(
  { root }: Repository,
  flags: GitFlags,
  { needs = NOTHING, answer, kind = 'claude', keepsBranch = false }: Asked = {},
): Promise<GitStart & { readonly said: string[] }> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const config = readConfig(root);
  const confirm = answer === undefined ? undefined : () => Promise.resolve(answer);
  const beginning = { workRoot: root, flags, config, runs: [], needs, keepsBranch, say, confirm };
  const git = await beginGit({ kind }, beginning);
  return { ...git, said };
}

/** What a start comes to: what is said of it, or why nothing starts. */
async function startOf(
  repository: Repository,
  { flags = {}, ...asked }: Asked & { readonly flags?: GitFlags },
): Promise<string> {
  try {
    const { said } = await begun(repository, flags, asked);
    return said.join('\n');
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return `refused: ${thrown.message}\nhelp: ${thrown.help ?? ''}`;
  }
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

describe('a run that may commit', () => {
  const MERGES = { ...NOTHING, merges: 'Build' };

  /** The branch that is checked out for a run, and what is said of it. */
  async function branchFor(
    repository: Repository,
    { flags = {}, needs = COMMITS, ...asked }: Asked & { readonly flags?: GitFlags } = {},
  ) {
    vi.stubEnv('GIT_AUTHOR_EMAIL', 'a@b');
    vi.stubEnv('GIT_COMMITTER_EMAIL', 'a@b');
    const { prepare, said } = await begun(repository, flags, { ...asked, needs });
    const made = await prepare(runDirectoryIn(repository));
    const branch = repository.git('branch', '--show-current');
    vi.unstubAllEnvs();
    return { branch, recorded: made?.branch, said };
  }

  test('gets a branch of its own where the default branch is checked out, and says why', async ({
    repository,
    expect,
  }) => {
    expect(await branchFor(repository)).toEqual({
      branch: 'wfmap/my-map-007',
      recorded: 'wfmap/my-map-007',
      said: [
        'The branch "wfmap/my-map-007" was made for the run and is checked out.',
        'It keeps what "Commit" commits off "main", the default branch; --here stays on that.',
      ],
    });
    // On that branch the next one stays.
    expect(await branchFor(repository)).toMatchObject({ branch: 'wfmap/my-map-007', said: [] });
    repository.git('switch', '-q', 'main');
    expect(await branchFor(repository, { needs: MERGES })).toMatchObject({ branch: 'wfmap/my-map-007-2' });
  });

  test.for([
    ['--here says so', { flags: { here: true } }],
    ['its map says so', { keepsBranch: true }],
    ['it commits nothing', { needs: NOTHING }],
    ['it is a simulation', { kind: 'scripted' }],
  ] as const)('stays on the default branch where %s', async ([, asked], { repository, expect }) => {
    const { branch, said } = await branchFor(repository, asked);
    expect([branch, said]).toEqual(['main', []]);
  });

  test('knows the default branch by the remote, by a usual name, or as the only one', async ({
    repository,
    expect,
  }) => {
    const { git } = repository;
    git('branch', '-m', 'trunk');
    expect((await branchFor(repository)).branch).toBe('wfmap/my-map-007');
    // Now there are two, and neither is known as the default.
    git('switch', '-q', 'trunk');
    expect((await branchFor(repository)).branch).toBe('trunk');
    git('update-ref', 'refs/remotes/origin/trunk', 'HEAD');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    expect((await branchFor(repository)).branch).toBe('wfmap/my-map-007-2');
    git('switch', '-q', '-c', 'main');
    expect((await branchFor(repository)).branch).toBe('main');
    git('switch', '-q', '--detach');
    expect((await branchFor(repository)).branch).toBe('');
  });

  test('commits to what is there before the first commit, and where the branch is named', async ({
    repository,
    expect,
  }) => {
    expect((await branchFor(repository, { flags: { branch: 'mine' } })).said).toEqual([
      'The branch "mine" was made for the run and is checked out.',
    ]);
    repository.git('switch', '-q', '--orphan', 'master');
    expect((await branchFor(repository)).branch).toBe('master');
  });

  test('goes by one of --here, --branch and --worktree', async ({ repository, expect }) => {
    for (const [flags, other] of [
      [{ here: true, branch: '' }, '--branch'],
      [{ here: true, worktree: '' }, '--worktree'],
    ] as const) {
      expect(await startOf(repository, { flags })).toBe(
        `refused: --here stays on the branch that is checked out, and ${other} makes another.\nhelp: `,
      );
    }
  });
});

describe('nobody is paid', () => {
  beforeEach(() => {
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
  });
  afterEach(() => vi.unstubAllEnvs());

  const commitsAs = ({ git }: Repository): void => {
    git('config', 'user.name', 'A');
    git('config', 'user.email', 'a@b');
  };

  test('where a map commits and git knows no name to commit in', async ({ repository, expect }) => {
    repository.git('config', 'user.useConfigOnly', 'true');
    expect(await startOf(repository, { needs: COMMITS })).toBe(
      'refused: The task "Commit" commits, but git knows no name to commit in.\n' +
        'help: Say it with git config user.name "…" && git config user.email "…"',
    );
    expect(await startOf(repository, { needs: NOTHING })).toBe('');
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe('');
    for (const [role, name] of [
      ['AUTHOR', 'A'],
      ['COMMITTER', 'C'],
    ]) {
      vi.stubEnv(`GIT_${role}_NAME`, name);
      vi.stubEnv(`GIT_${role}_EMAIL`, 'a@b');
      const isLast = role === 'COMMITTER';
      expect((await startOf(repository, { needs: COMMITS })) === '').toBe(isLast);
    }
  });

  test('where commits are to be signed and cannot be', async ({ repository, expect }) => {
    commitsAs(repository);
    repository.git('config', 'commit.gpgSign', 'true');
    repository.git('config', 'gpg.program', '/nowhere/gpg');
    const refused = await startOf(repository, { needs: COMMITS });
    expect(refused).toMatch(
      /^refused: The task "Commit" commits, but git is to sign commits \(commit\.gpgSign\) and cannot: .*\nhelp: Try /,
    );
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe('');
    expect(await startOf(repository, { needs: COMMITS, kind: 'scripted' })).toBe('');
  });

  test('where the branch is protected and the map commits to it or merges into it', async ({
    repository,
    expect,
  }) => {
    commitsAs(repository);
    repository.put('wfmap.config.json', '{"protectedBranches": ["release/*", "main"]}');
    repository.commit();
    expect(await startOf(repository, { needs: COMMITS, flags: { here: true } })).toBe(
      'refused: The branch "main" is protected by the settings (protectedBranches), and the task "Commit" commits to what is checked out.\n' +
        'help: Give the run a branch of its own with --branch or --worktree.',
    );
    expect(await startOf(repository, { needs: NEEDS_WORKTREES, flags: { here: true } })).toContain(
      '"Build" merges into what',
    );
    // It is the default branch, so that the run gets one of its own.
    expect(await startOf(repository, { needs: COMMITS })).toBe('');
    repository.git('switch', '-q', 'main');
    expect(await startOf(repository, { needs: NOTHING })).toBe('');
    expect(await startOf(repository, { needs: MAY_USE_WORKTREES })).toBe('');
    for (const flags of [{ branch: '' }, { worktree: '' }])
      expect(await startOf(repository, { needs: COMMITS, flags })).toBe('');
    repository.git('switch', '-q', '-c', 'release/1/2');
    expect(await startOf(repository, { needs: COMMITS })).toContain('"release/1/2" is protected');
    repository.git('switch', '-q', '-c', 'mainly');
    expect(await startOf(repository, { needs: COMMITS })).toBe('');
  });

  test('where worktrees are needed and changes are in no commit', async ({ repository, expect }) => {
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe('');
    repository.put('WIP.txt', 'mine');
    const lacks = 'Worktrees begin at a commit, and these changes are in none: "WIP.txt".';
    for (const answer of [true, undefined] as const) {
      expect(
        await startOf(repository, { needs: NEEDS_WORKTREES, ...(answer === undefined ? {} : { answer }) }),
      ).toBe(
        `refused: The task "Build" works in worktrees. ${lacks}\n` +
          'help: Commit them, set them aside with --dirty stash, or leave this checkout alone with --worktree.',
      );
    }
    expect(await startOf(repository, { needs: NEEDS_WORKTREES, kind: 'scripted' })).toBe('');
    for (const flags of [{ dirty: 'stash' as const }, { worktree: '' }])
      expect(await startOf(repository, { needs: NEEDS_WORKTREES, flags })).not.toContain(lacks);
    const allowed = await startOf(repository, { needs: NEEDS_WORKTREES, flags: { dirty: 'allow' } });
    expect(allowed).toContain(`${lacks} Where the run needs worktrees for "Build", it pauses.`);
  });

  test('unless a person says so, where worktrees may be needed and changes are in no commit', async ({
    repository,
    expect,
  }) => {
    repository.put('WIP.txt', 'mine');
    const may = 'in none: "WIP.txt". Should the run need worktrees for "Try", it pauses.';
    expect(await startOf(repository, { needs: MAY_USE_WORKTREES, answer: true })).toContain(may);
    expect(await startOf(repository, { needs: MAY_USE_WORKTREES })).toContain(may);
    expect(await startOf(repository, { needs: MAY_USE_WORKTREES, answer: false })).toBe(
      'refused: The run was not started.\n' +
        'help: Commit them, set them aside with --dirty stash, or leave this checkout alone with --worktree.',
    );
  });

  test('where worktrees are to be merged and no branch is checked out, or a merge is under way', async ({
    repository,
    expect,
  }) => {
    const { git, put } = repository;
    git('checkout', '-q', '--detach');
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe(
      'refused: The task "Build" works in worktrees and merges them, but no branch is checked out (detached HEAD).\n' +
        'help: Check one out, or let --branch or --worktree make one.',
    );
    expect(await startOf(repository, { needs: MAY_USE_WORKTREES })).toBe('');
    for (const flags of [{ branch: '' }, { worktree: '' }])
      expect(await startOf(repository, { needs: NEEDS_WORKTREES, flags })).toBe('');
    git('switch', '-q', '-c', 'topic');
    put('.git/MERGE_HEAD', `${git('rev-parse', 'HEAD')}\n`);
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe(
      'refused: The task "Build" works in worktrees, and there is a merge under way here.\n' +
        'help: Finish or abort it, or leave this checkout alone with --worktree.',
    );
    git('symbolic-ref', 'HEAD', 'refs/heads/main');
    expect(await startOf(repository, { needs: NEEDS_WORKTREES })).toBe(
      'refused: A merge is under way here.\n' +
        'help: End it first, or leave this checkout alone with --worktree.',
    );
  });

  test('for worktrees before the first commit, where the map itself has to see what it can do', async ({
    home,
    expect,
  }) => {
    const unborn = repositoryAt(join(home, 'unborn'));
    unborn.git('init', '-q', '-b', 'main');
    unborn.put('WIP.txt', 'mine');
    expect(await startOf(unborn, { needs: NEEDS_WORKTREES })).not.toContain('refused');
  });
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
  const beginning = {
    workRoot: home,
    flags: {},
    config: readConfig(home),
    runs: [],
    needs: COMMITS,
    keepsBranch: false,
    confirm: undefined,
  };
  const { prepare } = await beginGit({ kind: 'claude' }, { ...beginning, say: (line) => said.push(line) });
  expect(await prepare({ folder: home, path: '/', name: 'a/slip-001' })).toBeUndefined();
  expect(said).toEqual([]);
});
