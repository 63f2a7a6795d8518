import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf, ONE_TASK } from './helpers/maps.ts';
import { test, type Project } from './helpers/project.ts';
import { startSlow } from './helpers/slow-run.ts';
import { wayOn } from './helpers/way-on.ts';
import type { RunEventOf } from '../../src/model/run-event.ts';

/** A project whose map is committed, so that the work tree is clean. */
function committed(project: Project, map: object = ONE_TASK): void {
  project.put('one.json', map);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'the map');
}

function recordOf(project: Project, run: string): RunEventOf<'run.started'>['data']['git'] {
  const first = project.events(run)[0];
  return first?.type === 'run.started' ? first.data.git : null;
}

const branchOf = (project: Project): string => project.git('branch', '--show-current').trim();

describe('uncommitted changes', () => {
  test('are told of when a run starts, and those of its agents when it ends', async ({ project, expect }) => {
    committed(project);
    project.script({ match: '.', write: { 'new file.txt': 'x', 'src/greet.txt': 'hi\n' } });
    const clean = await project.run(['run', 'one.json']);
    expect(clean.stderr).not.toContain('uncommitted');
    expect(clean.stderr).toContain('2 files changed and not committed.\n');
    project.script();
    const dirty = await project.run(['run', 'one.json']);
    expect(dirty.code, dirty.reported).toBe(0);
    expect(dirty.stderr).toContain(
      'The work tree has uncommitted changes (2 files); agents work beside them',
    );
    expect(dirty.stderr).not.toContain('not committed.');
    expect(recordOf(project, 'one/slip-002')).toMatchObject({
      head: project.git('rev-parse', 'HEAD').trim(),
      branch: 'main',
      dirty: true,
      changed: ['new file.txt', 'src/greet.txt'],
      changedCount: 2,
    });
  });

  test('of agents are told of after a resume as well, by what the start wrote down', async ({
    project,
    expect,
  }) => {
    committed(project);
    project.put('mine.txt', 'mine');
    project.script({ match: '.', error: 401 });
    const paused = await project.run(['run', 'one.json']);
    expect(paused.code, paused.reported).toBe(6);
    project.script({ match: '.', write: { 'new.txt': 'x' } });
    const { stderr, reported } = await project.paste(wayOn(paused.stdout));
    expect(stderr, reported).toContain('1 file changed and not committed, beside 1 from before the run.');
  });

  test('with --dirty refuse start nothing, also by the configuration, over which the flag goes', async ({
    project,
    expect,
  }) => {
    committed(project);
    project.put('mine.txt', 'mine');
    const refused = await project.run(['run', 'one.json', '--dirty', 'refuse']);
    expect(refused.code, refused.reported).toBe(2);
    expect(refused.stderr).toContain('uncommitted changes (1 file), and --dirty refuse starts nothing');
    project.put('wfmap.config.json', { dirty: 'refuse' });
    expect((await project.run(['run', 'one.json'])).code).toBe(2);
    expect(project.list('.wfmap/runs')).toEqual([]);
    expect((await project.run(['run', 'one.json', '--dirty=allow'])).code).toBe(0);
    project.put('wfmap.config.json', { dirty: 'panic' });
    const odd = await project.run(['run', 'one.json']);
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('"dirty" is none of allow, stash')]);
  });

  test('with --dirty stash are set aside, and the line that brings them back is told twice', async ({
    project,
    expect,
  }) => {
    committed(project);
    project.put('src/greet.txt', 'mine\n');
    project.put('mine.txt', 'mine');
    project.script({ match: '.', write: { 'new.txt': 'x' } });
    const { code, stderr, reported } = await project.run(['run', 'one.json', '--dirty', 'stash']);
    expect(code, reported).toBe(0);
    const lines = stderr.match(/git stash apply [0-9a-f]{40}/g) ?? [];
    expect(lines).toHaveLength(2);
    expect(project.read('src/greet.txt')).toBe('hello\n');
    expect(project.git('stash', 'list')).toContain('wfmap one/slip-001');
    expect(recordOf(project, 'one/slip-001')).toMatchObject({ dirty: true, changedCount: 0 });
    expect(stderr).toContain('1 file changed and not committed.');
    project.git(...(lines[0] ?? '').split(' ').slice(1));
    expect(project.read('mine.txt')).toBe('mine');
  });

  test('cannot be set aside before the first commit, in a merge, and when a run goes on', async ({
    project,
    expect,
  }) => {
    committed(project);
    project.script({ match: '.', error: 401 });
    await project.run(['run', 'one.json']);
    const resumed = await project.run(['resume', '--dirty', 'stash']);
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('for the start of a run')]);
    project.git('switch', '-q', '-c', 'other');
    project.put('src/greet.txt', 'other\n');
    project.git('commit', '-qam', 'other');
    project.git('switch', '-q', 'main');
    project.put('src/greet.txt', 'main\n');
    project.git('commit', '-qam', 'main');
    expect(() => project.git('merge', 'other')).toThrow('git merge other');
    const merging = await project.run(['run', 'one.json', '--dirty', 'stash']);
    expect([merging.code, merging.stderr]).toEqual([
      2,
      expect.stringContaining('A merge is under way here.'),
    ]);
    project.git('merge', '--abort');
    project.git('switch', '-q', '--orphan', 'fresh');
    project.put('one.json', ONE_TASK);
    const unborn = await project.run(['run', 'one.json', '--dirty', 'stash']);
    expect([unborn.code, unborn.stderr]).toEqual([2, expect.stringContaining('There is no commit yet')]);
  });
});

describe('--branch', () => {
  test('makes a branch for the run, named after it or as it says, and run.branch is it', async ({
    project,
    expect,
  }) => {
    committed(project, mapOf({ Work: ask({ Complete: 'Done' }, { promptTemplate: 'On ${run.branch}.' }) }));
    const { code, reported } = await project.run(['run', 'one.json', '--branch', '--dirty=refuse']);
    expect(code, reported).toBe(0);
    expect(branchOf(project)).toBe('wfmap/one-001');
    expect(project.calls()[0]?.prompt).toContain('On wfmap/one-001.');
    await project.run(['run', 'one.json', '--branch', 'mine']);
    expect(branchOf(project)).toBe('mine');
    expect(recordOf(project, 'one/slip-002')).toMatchObject({ branch: 'wfmap/one-001', created: 'mine' });
  });

  test('refuses a name that is taken or none, and starts nothing', async ({ project, expect }) => {
    committed(project);
    const cases: readonly [string, string][] = [
      ['--branch=main', 'There is a branch "main" already.'],
      ['--branch=a..b', 'not a valid name of a git branch'],
      ['--branch=-D', 'not a valid name of a git branch'],
      ['--branch=a --branch=b', '--branch is given twice'],
    ];
    for (const [flags, reason] of cases) {
      const { code, stderr, reported } = await project.run(['run', 'one.json', ...flags.split(' ')]);
      expect([code, stderr], reported).toEqual([2, expect.stringContaining(reason)]);
    }
    expect([project.list('.wfmap/runs'), branchOf(project)]).toEqual([[], 'main']);
  });
});

describe('--worktree', () => {
  const MAP = mapOf({
    Work: ask(
      { Complete: 'Check' },
      { writes: ['anything'], promptTemplate: 'In ${run.root} on ${run.branch}.' },
    ),
    Check: { type: 'shell', command: ['pwd'], actions: { Next: { target: 'Done' } } },
  });

  test('gives agents and commands a folder and a branch of their own; the run stays with its project', async ({
    project,
    expect,
  }) => {
    committed(project, MAP);
    project.put('mine.txt', 'mine');
    project.script({ match: '.', write: { 'new.txt': 'x' } });
    const { code, stderr, reported } = await project.run(['run', 'one.json', '--worktree', '--dirty=refuse']);
    expect(code, reported).toBe(0);
    const folder = join(project.root, '.wfmap/worktrees/one-001');
    expect(project.calls()[0]).toMatchObject({
      cwd: folder,
      prompt: expect.stringContaining(`In ${folder} on wfmap/one-001.`),
    });
    expect(project.read('.wfmap/runs/one/slip-001/task-002-check.log')).toContain(folder);
    expect([project.has('new.txt'), project.has('.wfmap/worktrees/one-001/new.txt')]).toEqual([false, true]);
    expect(stderr).toContain('uncommitted changes (1 file): the worktree of the run begins without them.');
    expect(stderr).toContain('The work is in .wfmap/worktrees/one-001, on the branch "wfmap/one-001".');
    // Nothing is committed that could be merged.
    expect(stderr).not.toContain('To merge:');
    expect(stderr).toContain('1 file changed and not committed in .wfmap/worktrees/one-001.');
    expect([branchOf(project), project.git('status', '--porcelain')]).toEqual(['main', '?? mine.txt\n']);
  });

  test('is where the run goes on, and where it is gone that is said', async ({ project, expect }) => {
    committed(project);
    project.script({ match: '.', error: 401 });
    const paused = await project.run(['run', 'one.json', '--worktree', 'my tree']);
    expect(paused.code, paused.reported).toBe(6);
    const folder = join(project.root, '.wfmap/worktrees/my tree');
    rmSync(folder, { recursive: true });
    project.script();
    const gone = await project.paste(wayOn(paused.stdout));
    expect(gone.code, gone.reported).toBe(2);
    expect(gone.stderr).toContain(`The worktree of one/slip-001 is gone: "${folder}".`);
    const line = /brings it back: git (.*)$/m.exec(gone.stderr)?.[1] ?? '';
    project.git(...(line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", '')));
    const resumed = await project.paste(wayOn(paused.stdout));
    expect(resumed.code, resumed.reported).toBe(0);
    expect(project.calls().map(({ cwd }) => cwd)).toEqual([folder, folder]);
  });

  test('refuses a name that is taken or none, a repository without a commit, and a folder without git', async ({
    project,
    expect,
  }) => {
    committed(project);
    await project.run(['run', 'one.json', '--worktree=a']);
    const refused = async (flag: string, reason: string): Promise<void> => {
      const { code, stderr, reported } = await project.run(['run', 'one.json', flag]);
      expect([code, stderr], reported).toEqual([2, expect.stringContaining(reason)]);
    };
    await refused('--worktree=a', 'There is a worktree "a" already.');
    await refused('--worktree=../a', 'not a valid name of a folder');
    await refused('--worktree=.git', 'not a valid name of a folder');
    project.git('switch', '-q', '--orphan', 'fresh');
    project.put('one.json', ONE_TASK);
    await refused('--worktree', 'There is no commit yet that a worktree could begin at.');
    rmSync(join(project.root, '.git'), { recursive: true });
    await refused('--worktree', '--worktree needs a git repository');
    await refused('--branch', '--branch needs a git repository');
    await refused('--dirty=stash', '--dirty stash needs a git repository');
    expect(project.list('.wfmap/runs/one')).toEqual(['slip-001']);
  });

  test('that git cannot make leaves no run, no branch and no folder', async ({ project, expect }) => {
    committed(project);
    // A branch of this name and branches below it cannot be side by side.
    project.git('branch', 'wfmap');
    const { code, stderr, reported } = await project.run(['run', 'one.json', '--worktree']);
    expect(code, reported).toBe(2);
    expect(stderr).toContain('Could not make the worktree');
    expect([project.list('.wfmap/runs'), project.list('.wfmap/worktrees')]).toEqual([[], []]);
  });
});

describe('two runs in one folder', () => {
  test('are told of each other, refused with --dirty refuse, and apart with --worktree', async ({
    project,
    expect,
  }) => {
    committed(project);
    const slow = await startSlow(project);
    project.git('add', '-A');
    project.git('commit', '-q', '-m', 'all');
    const neighbour = `The run two/slip-001 (process ${slow.pid}) works in this folder at this moment`;
    const refused = await project.run(['run', 'one.json', '--dirty=refuse']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(neighbour)]);
    const apart = await project.run(['run', 'one.json', '--worktree', '--dirty=refuse']);
    expect(apart.code, apart.reported).toBe(0);
    expect(apart.stderr).not.toContain('two/slip-001');
    project.script({ match: 'Do the work', error: 401, times: 1 });
    const reported = await project.run(['run', 'one.json']);
    expect(reported.stderr).toContain(
      `${neighbour}; wfmap run … --worktree gives a run a folder of its own.`,
    );
    const resumed = await project.run(['resume', 'one/slip-002', '--dirty=refuse']);
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining(neighbour)]);
    const goesOn = await project.run(['resume', 'one/slip-002']);
    expect([goesOn.code, goesOn.stderr]).toEqual([0, expect.stringContaining(neighbour)]);
    slow.kill('SIGINT');
    await slow.end;
  });
});

describe('wfmap show', () => {
  test('says what a run did to its repository and how to undo it, also as JSON', async ({
    project,
    expect,
  }) => {
    committed(project);
    const head = project.git('rev-parse', 'HEAD').trim();
    await project.run(['run', 'one.json']);
    project.put('src/greet.txt', 'hi\n');
    project.git('commit', '-qam', 'work of the run');
    project.put('new.txt', 'x');
    const { stdout } = await project.run(['show']);
    expect(stdout).toContain(
      [
        `Git: began at ${head.slice(0, 12)} on main; 1 commit since, 1 file not committed.`,
        'To undo, look first, then run in this order:',
        '  git stash push --include-untracked',
        '      sets aside 1 file changed and not committed',
        `  git reset --keep ${head}`,
        '      takes back 1 commit, whoever made them; git reflog still names them',
      ].join('\n'),
    );
    expect(JSON.parse((await project.run(['show', '--json'])).stdout)).toMatchObject({
      git: {
        head,
        branch: 'main',
        commits: 1,
        uncommitted: 1,
        undo: [{ command: 'git stash push --include-untracked' }, { command: `git reset --keep ${head}` }],
      },
    });
  });

  test('says nothing of git where a run touched none', async ({ project, expect }) => {
    committed(project);
    const { code, stderr } = await project.run([
      'run',
      'one.json',
      '--agent=scripted',
      '--branch',
      '--dirty=stash',
    ]);
    expect([code, branchOf(project)]).toEqual([0, 'main']);
    expect(stderr).toContain('[simulation] A simulation leaves git alone: --branch has no effect.');
    const { stdout } = await project.run(['show']);
    expect(stdout).not.toContain('Git:');
    expect(JSON.parse((await project.run(['show', '--json'])).stdout)).toMatchObject({ git: null });
  });
});

test('the flags are offered by help and completion', async ({ project, expect }) => {
  const { stdout: help } = await project.run(['run', '--help']);
  for (const flag of ['--dirty', '--branch', '--worktree']) expect(help).toContain(flag);
  const { stdout } = await project.run(['--get-yargs-completions', 'wfmap', 'run', '--']);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['--dirty', '--branch', '--worktree']));
  const { stdout: resume } = await project.run(['resume', '--help']);
  expect([resume.includes('--dirty'), resume.includes('--worktree')]).toEqual([true, false]);
});

describe('before anybody is paid', () => {
  const WAVES = ['run', 'efficient', '--storyId=STORY-1', '--autoApprove', '--waves'];

  test('a run whose worktrees would lack what is uncommitted is not started', async ({ project, expect }) => {
    project.git('add', '-A');
    project.git('commit', '-q', '--allow-empty', '-m', 'all');
    project.put('WIP.txt', 'mine');
    const { code, stderr, reported } = await project.run(WAVES);
    expect(code, reported).toBe(2);
    expect(stderr).toContain('The task "Build In Waves" works in worktrees. Worktrees begin at a commit');
    expect(project.calls()).toEqual([]);
    expect(project.list('.wfmap/runs')).toEqual([]);
    expect(project.git('status', '--porcelain')).toBe('?? WIP.txt\n');
  });

  test('a run that may commit is not resumed once commits cannot be signed, and is where nothing is left to commit', async ({
    project,
    expect,
  }) => {
    const commits = { type: 'shell', command: ['wfmap', 'commit', '--message=x'] };
    project.put(
      'one.json',
      mapOf({
        A: {
          type: 'shell',
          command: 'test -e .git/ready',
          actions: { Go: { target: 'C', when: 'result.exitCode == 0' }, No: { target: 'B' } },
        },
        B: {
          type: 'human',
          prompt: 'And now?',
          actions: { Commit: { target: 'C' }, Leave: { target: 'Done' } },
        },
        C: { ...commits, actions: { Next: { target: 'D' } } },
        D: { type: 'human', prompt: 'Done?', actions: { Yes: { target: 'Done' } } },
      }),
    );
    committedAll(project);
    expect((await project.run(['run', 'one.json'])).code).toBe(4);
    project.git('config', 'commit.gpgSign', 'true');
    project.git('config', 'gpg.program', '/nowhere/gpg');
    const again = ['resume', 'one/slip-001'];
    const refused = await project.run(again);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        'The task "C" commits, but git is to sign commits (commit.gpgSign) and cannot: ',
      ),
    ]);
    expect((await project.run([...again, '--from', 'D'])).code).toBe(4);
  });
});

function committedAll({ git }: Project): void {
  git('add', '-A');
  git('commit', '-q', '-m', 'the map');
}
