import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChangeReader } from '../../src/git/create-change-reader.ts';
import type { ClaudeTask, Effects } from '../../src/model/block.ts';
import { action, block, claude, end } from '../helpers/block.ts';
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
        'there. Undo it or keep it, then resume the run: the task begins again, and compares with what is there then.',
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
    expect(state.paused?.message).toContain(`It committed, which it may not: "${id}".`);
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

  test('where onError leads', async () => {
    const host = hostOf((_, write) => write('x.txt', 'x'));
    const { state } = await start(host, alone(NOTHING, { onError: 'Other' }));
    expect(state.finished?.result).toBe('else');
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
    expect(state.paused?.message).toContain('It changed "lib/b.ts"');
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
