import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { createChangeReader } from '../../src/git/compare/create-change-reader.ts';
import type { ClaudeTask, Effects } from '../../src/model/block.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { failed } from '../helpers/puppet-agent.ts';
import { createMask } from '../../src/run/host/mask.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { mapOf, programOf, resume, start, type TestHost } from '../helpers/run-host.ts';
import { ending, parallel, shell } from '../helpers/tasks.ts';
import { hostIn, worktree, type Work } from './worktree-maps.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const hostOf = (work: Work): TestHost => hostIn(repository, work, { createChangeReader });

const task = (name: string, effects: Partial<Effects>, more: Partial<ClaudeTask> = {}): ClaudeTask => ({
  ...claude(name, action('Done', 'End')),
  ...effects,
  ...more,
});

const alone = (effects: Partial<Effects>, more: Partial<ClaudeTask> = {}) =>
  programOf(mapOf(block(task('Work', effects, more), ending('End', "'well'"), ending('Other', "'else'"))));

/** Why a run of one agent paused that wrote these files; undefined where it came to its end. */
async function refusalOf(
  effects: Partial<Effects>,
  ...paths: readonly string[]
): Promise<string | undefined> {
  const host = hostOf((_, write) => {
    for (const path of paths) write(path, `${path}\n`);
  });
  const { state } = await start(host, alone(effects));
  expect(state.paused?.exitCode).toBe(state.paused === undefined ? undefined : 6);
  return state.paused?.message.replace(/ What it changed is still there\..*/, '');
}

/** How a run finds a clean repository at its start. */
const GIT = {
  branch: 'main',
  dirty: false,
  stash: null,
  created: null,
  worktree: null,
  changed: [],
  changedCount: 0,
};

const NOTHING = { writes: ['nothing'] };

describe('a task fails', () => {
  test('that may change nothing and changes, adds or removes a file', async () => {
    repository.put('gone.txt', 'x');
    repository.commit('gone');
    const host = hostOf((_, write) => {
      write('a.txt', 'other\n');
      write('new.txt', 'new\n');
      rmSync(join(repository.root, 'gone.txt'));
    });
    const { state } = await start(host, alone(NOTHING));
    expect(state.paused?.message).toBe(
      'Task "Work" failed: It changed "a.txt", "gone.txt", "new.txt", and may change nothing. What it changed is still ' +
        'there. Both versions: .wfmap/runs/test/slip-001/task-001-work.patch; "git apply -R" of it takes the change back. Undo it or keep it, then resume the run: the task begins again, and compares with what is there then.',
    );
  });

  test('that changes a file beside its paths', async () => {
    expect(
      await refusalOf({ writes: ['src', 'docs/a.md'] }, 'src/x/y.ts', 'docs/a.md', 'srcs/z.ts', 'docs/b.md'),
    ).toBe(
      'Task "Work" failed: It changed "docs/b.md", "srcs/z.ts", and may change only "src", "docs/a.md".',
    );
  });

  test('that changes what is frozen, also inside of its paths', async () => {
    const frozen = { text: "['src/test', 'src/gold.txt']" };
    expect(await refusalOf({ writes: ['src'], frozen }, 'src/test/a.ts', 'src/gold.txt', 'src/a.ts')).toBe(
      'Task "Work" failed: It changed "src/gold.txt", "src/test/a.ts", and may change only "src", without "src/test", "src/gold.txt".',
    );
    const anything = ['anything'];
    expect(await refusalOf({ writes: anything, frozen }, 'src/test/b.ts', 'b.ts')).toBe(
      'Task "Work" failed: It changed "src/test/b.ts", and may change anything but "src/test", "src/gold.txt".',
    );
  });

  test('of an agent that says nothing, and changes a file', async () => {
    expect(await refusalOf({}, 'a.txt')).toBe(
      'Task "Work" failed: It changed "a.txt", and may change nothing.',
    );
  });

  test('that commits where it does not say so', async () => {
    const host = hostOf((_, write) => {
      write('src/a.ts', 'a\n');
      repository.commit('mine');
    });
    const { state } = await start(host, alone({ writes: ['src'] }));
    const id = repository.git('rev-parse', 'HEAD').slice(0, 12);
    expect(state.paused?.message).toContain(`It committed or moved HEAD, which it may not: "${id}".`);
  });

  test.each<readonly [string, Partial<Effects>]>([
    ['anything', { writes: ['anything'], mayCommit: true }],
    ['nothing', NOTHING],
  ])('that may change %s and changes what git would start', async (_, effects) => {
    const host = hostOf(() => repository.put('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n'));
    const { state } = await start(host, alone(effects));
    expect(state.paused?.message).toContain(
      'Task "Work" failed: It changed how git works here, which no task may: ".git/hooks". What it changed',
    );
  });

  test('with ten files named and the others counted', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `f${String(index).padStart(2, '0')}`);
    expect(await refusalOf(NOTHING, ...paths)).toMatch(/"f09", 2 more files, and may change nothing\.$/);
  });

  test('that is a command, too', async () => {
    const command = {
      ...shell('Work', ['sh', '-c', 'echo x > x.txt'], action('Done', 'End')),
      writes: ['nothing'],
    };
    const { state } = await start(
      hostOf(() => undefined),
      programOf(mapOf(block(command, ending('End', '1')))),
    );
    expect(state.paused?.message).toContain('It changed "x.txt", and may change nothing.');
  });

  test('where onError leads, and nobody is told to resume', async () => {
    const host = hostOf((_, write) => write('x.txt', 'x'));
    const { state } = await start(host, alone(NOTHING, { onError: 'Other' }));
    expect(state.finished?.result).toBe('else');
    const failures = host.events.flatMap(({ type, data }) => (type === 'task.failed' ? [data.reason] : []));
    expect(failures).toEqual([
      'It changed "x.txt", and may change nothing. What it changed is still there. Both versions: ' +
        '.wfmap/runs/test/slip-001/task-001-work.patch; "git apply -R" of it takes the change back.',
    ]);
  });

  test.each<readonly [string, Partial<Effects>, string]>([
    ['nothing', NOTHING, 'nothing'],
    ['some paths', { writes: ['src'] }, 'only "src"'],
    ['anything', { writes: ['anything'] }, 'anything'],
  ])('that may change %s, and after whose work nobody can compare', async (_, effects, permission) => {
    const host = hostOf((__, write) => {
      write('x.txt', 'x');
      rmSync(join(repository.root, '.git'), { recursive: true });
    });
    const { state } = await start(host, alone(effects));
    expect(state.paused?.message).toMatch(
      `Task "Work" failed: What it changed cannot be found out, and it may change ${permission}: `,
    );
    expect(state.paused?.message).toMatch(/not a git repository.*\. See to that, then resume the run\.$/s);
  });

  test('before its work, where the run began in git and nobody can compare', async () => {
    let turns = 0;
    const git = { ...GIT, head: repository.git('rev-parse', 'HEAD') };
    const host = hostIn(repository, () => (turns += 1), { createChangeReader, git });
    const program = programOf(
      mapOf(
        block(
          shell('Break', ['rm', '-r', '.git'], action('Then', 'Work')),
          task('Work', NOTHING),
          ending('End', "'well'"),
        ),
      ),
    );
    const { state } = await start(host, program);
    expect([turns, state.paused?.message]).toEqual([
      0,
      expect.stringContaining(
        'Task "Work" failed: What this task changes is to be compared with what it may change, and cannot be found out: ',
      ),
    ]);
  });

  test('in a read-only block, whatever it says itself', async () => {
    const look = block(task('Look', { writes: ['anything'] }), ending('End', '1'));
    const program = programOf(
      mapOf(
        block(
          { ...parallel('Both', { a: look }, action('Go', 'End')), workspace: { kind: 'readonly' } },
          ending('End', '2'),
        ),
      ),
    );
    const { state } = await start(
      hostOf((_, write) => write('x.txt', 'x')),
      program,
    );
    expect(state.paused?.message).toContain('It changed "x.txt", and may change nothing.');
  });
});

describe('a task ends well', () => {
  test.each<readonly [string, Partial<Effects>, readonly string[]]>([
    ['changes nothing', NOTHING, []],
    ['stays within its paths', { writes: ['src'] }, ['src/a.ts']],
    ['may change anything', { writes: ['anything'] }, ['a.txt', 'b/c.txt']],
  ])('that %s', async (_, effects, paths) => {
    expect(await refusalOf(effects, ...paths)).toBeUndefined();
  });

  test('that is an agent of a map of the original format, whatever it changes', async () => {
    const host = hostOf((_, write) => write('a.txt', 'a\n'));
    const program = programOf(mapOf(block(task('Work', {}), end('End'))));
    expect((await start(host, program)).state.finished?.outcome).toBe('End');
  });

  test('that is a command and says nothing', async () => {
    const command = shell('Work', ['sh', '-c', 'echo x > x.txt'], action('Done', 'End'));
    const { state } = await start(
      hostOf(() => undefined),
      programOf(mapOf(block(command, ending('End', "'well'")))),
    );
    expect(state.finished?.result).toBe('well');
  });

  test('that may commit', async () => {
    const host = hostOf((_, write) => {
      write('src/a.ts', 'a\n');
      repository.commit('mine');
    });
    const { state } = await start(host, alone({ writes: ['src'], mayCommit: true }));
    expect(state.finished?.result).toBe('well');
  });

  test('where files that were there before, or that git ignores, are as they were', async () => {
    repository.put('.gitignore', 'out\n');
    repository.commit('ignore');
    repository.put('mine.txt', 'not committed');
    expect(await refusalOf(NOTHING, 'out/a.js')).toBeUndefined();
  });

  test('outside of git, and the run says that nobody compared', async () => {
    rmSync(join(repository.root, '.git'), { recursive: true });
    const host = hostOf((_, write) => write('x.txt', 'x'));
    const { state } = await start(host, alone(NOTHING));
    expect(state.finished?.result).toBe('well');
    const read = host.events.flatMap(({ type, data }) => (type === 'changes.read' ? [data] : []));
    expect(read).toEqual([
      { task: 'Work', changes: null, reason: expect.stringContaining('not a git repository') },
    ]);
  });
});

describe('what another task changes meanwhile', () => {
  const both = (a: Partial<Effects>, b: Partial<Effects>, workspace: object = {}) =>
    programOf(
      mapOf(
        block(
          {
            ...parallel(
              'Both',
              {
                a: block(task('Look a', a), ending('End', '1')),
                b: block(task('Look b', b), ending('End', '1')),
              },
              action('Go', 'End'),
            ),
            ...workspace,
          },
          ending('End', "'well'"),
        ),
      ),
    );
  /** The second to begin writes; the first ends after it. */
  const writeAs =
    (name: string, path: string): Work =>
    ({ task: own }, write) => {
      if (own === name) write(path, 'x\n');
    };

  test('in the same folder is not held against a task', async () => {
    const host = hostOf(writeAs('Look b', 'src/b.ts'));
    const { state } = await start(host, both(NOTHING, { writes: ['src'] }));
    expect(state.finished?.result).toBe('well');
  });

  test('is held against it where the other must not change it either', async () => {
    const host = hostOf(writeAs('Look b', 'lib/b.ts'));
    const { state } = await start(host, both(NOTHING, { writes: ['src'] }));
    expect(state.paused?.message).toContain('It, or "Look b" of "b" beside it, changed "lib/b.ts"');
  });

  test('in worktrees of their own does not concern it', async () => {
    const host = hostOf(writeAs('Look b', 'src/b.ts'));
    const program = both(NOTHING, { writes: ['src'] }, { workspace: worktree('onSuccess') });
    const { state } = await start(host, program);
    expect(state.finished?.result).toBe('well');
    const read = host.events.flatMap(({ type, data }) =>
      type === 'changes.read' ? [data.changes?.count] : [],
    );
    expect(read.toSorted((one = 0, other = 0) => one - other)).toEqual([0, 1]);
  });
});

describe('in a worktree of the run, what a task must not change', () => {
  const inWorktree = (effects: Partial<Effects>) =>
    programOf(
      mapOf(
        block(
          {
            ...parallel('Both', { a: block(task('Look', effects), ending('End', '1')) }, action('Go', 'End')),
            workspace: worktree('onSuccess'),
          },
          ending('End', "'well'"),
        ),
      ),
    );
  const readIn = (host: TestHost) =>
    host.events.flatMap(({ type, data }) => (type === 'changes.read' ? [data] : []));

  test('is put back, and the rest of its work is kept', async () => {
    const host = hostOf((_, write) => {
      write('src/a.ts', 'a\n');
      write('shared.txt', 'two\n');
      write('new/b.ts', 'b\n');
    });
    const { state } = await start(host, inWorktree({ writes: ['src'] }));
    expect(state.finished?.result).toBe('well');
    expect([repository.read('shared.txt'), repository.read('src/a.ts')]).toEqual(['one\n', 'a\n']);
    expect(readIn(host)).toEqual([
      {
        task: 'Look',
        changes: { added: ['src/a.ts'], modified: [], deleted: [], commits: [], count: 1 },
        reason: null,
        putBack: { paths: ['new/b.ts', 'shared.txt'], commits: [] },
      },
    ]);
  });

  test('is put back too where it was committed', async () => {
    const host = hostOf(({ workFolder }, write) => {
      write('src/a.ts', 'a\n');
      repository.git('-C', workFolder, 'add', '--all');
      repository.git('-C', workFolder, 'commit', '--quiet', '--message', 'mine');
    });
    const { state } = await start(host, inWorktree({ writes: ['src'] }));
    expect(state.finished?.result).toBe('well');
    expect(repository.git('log', '--format=%s')).not.toContain('mine');
    expect(repository.read('src/a.ts')).toBe('a\n');
    expect(readIn(host)[0]?.putBack?.commits).toHaveLength(1);
  });

  test('is held against it where it cannot be put back', async () => {
    const host = hostOf(() => repository.put('.git/hooks/pre-commit', '#!/bin/sh\n'));
    const { state } = await start(host, inWorktree(NOTHING));
    expect(state.paused?.message ?? JSON.stringify(state.finished)).toContain('".git/hooks"');
  });
});

describe('a task that failed for another reason', () => {
  const failing = (work: Work): TestHost => {
    const host = hostOf(work);
    let turns = 0;
    const agent: Agent = {
      kind: 'claude',
      start: (request) => {
        const call = host.agent.start(request);
        turns += 1;
        return turns > 1 ? call : { ...call, reply: Promise.resolve(failed('permanent')) };
      },
    };
    return { ...host, agent };
  };

  test('is not told of what a person changes before the run is resumed', async () => {
    const host = failing(() => undefined);
    const program = alone(NOTHING);
    const { state, directory } = await start(host, program);
    expect(state.paused?.message).toContain('It broke.');
    repository.put('mine.txt', 'mine\n');
    expect((await resume(host, program, directory)).finished?.result).toBe('well');
  });

  test('says so where it also changed what it must not', async () => {
    const { state } = await start(
      failing((_, write) => write('x.txt', 'x\n')),
      alone(NOTHING),
    );
    expect(state.paused?.message).toContain('It broke. It changed "x.txt", and may change nothing.');
  });
});

test('both versions of what was changed are kept, and taking it back leaves what lay there before', async () => {
  repository.put('a.txt', 'uncommitted\n');
  const host = hostOf((_, write) => {
    write('a.txt', 'other\n');
    write('new.txt', 'new\n');
    write('secret.txt', 'hidden-in-the-run\n');
  });
  const { state, directory } = await start(
    { ...host, mask: createMask(['hidden-in-the-run']) },
    alone({ writes: ['secret.txt'], frozen: { text: "['secret.txt']" } }),
  );
  expect(state.paused?.message).toContain('slip-001/task-001-work.patch; "git apply -R" of it takes');
  const patch = join(directory.folder, 'task-001-work.patch');
  expect(readFileSync(patch, 'utf8')).toContain('-uncommitted\n+other\n');
  expect(readFileSync(patch, 'utf8')).not.toContain('hidden-in-the-run');
  repository.git('apply', '-R', '--exclude=secret.txt', patch);
  expect(readFileSync(join(repository.root, 'a.txt'), 'utf8')).toBe('uncommitted\n');
  expect(existsSync(join(repository.root, 'new.txt'))).toBe(false);
});

test('tool calls of the agent that name what was changed are named', async () => {
  const host = hostOf((request, write) => {
    const calls = [
      ['Bash', 'npm run format'],
      ['Bash', `sed -i s/a/b/ ${join(repository.root, 'a.txt')}`],
      ['Read', 'extra.txt'],
      ['Edit', 'sub/a.txt'],
      ['Bash', "echo x > 'a.txt'"],
    ] as const;
    for (const [tool, input] of calls) request.onProgress({ kind: 'tool', tool, input });
    write('a.txt', 'other\n');
  });
  const { state } = await start(host, alone(NOTHING));
  expect(state.paused?.message).toContain(
    `still there. Named in: Bash sed -i s/a/b/ ${join(repository.root, 'a.txt')}; Bash echo x > 'a.txt'. Both versions: `,
  );
});

test('a person who has seen what was changed resumes the run, and the task begins again with what is there', async () => {
  let turns = 0;
  const host = hostOf((_, write) => {
    turns += 1;
    if (turns === 1) write('x.txt', 'x\n');
  });
  const program = alone(NOTHING);
  const { state, directory } = await start(host, program);
  expect(state.paused?.reason).toBe('failed');
  expect((await resume(host, program, directory)).finished?.result).toBe('well');
  expect(turns).toBe(2);
});
