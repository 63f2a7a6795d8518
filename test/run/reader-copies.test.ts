import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import { createChangeReader } from '../../src/git/compare/create-change-reader.ts';
import type { Block, ClaudeTask, Effects } from '../../src/model/block.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { action, block, claude } from '../helpers/block.ts';
import { answered } from '../helpers/puppet-agent.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { mapOf, programOf, start, type TestHost } from '../helpers/run-host.ts';
import { ending, parallel, shell } from '../helpers/tasks.ts';
import { hostIn, worktree, worktreesIn, type Work } from './worktree-maps.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const GIT = {
  head: null,
  branch: 'main',
  dirty: false,
  stash: null,
  created: null,
  worktree: null,
  changed: [],
  changedCount: 0,
};
const NOTHING = { writes: ['nothing'] };

const task = (name: string, more: Partial<Effects & ClaudeTask> = NOTHING): ClaudeTask => ({
  ...claude(name, action('Done', 'End')),
  ...more,
});
const alone = (first: Block['tasks'][number]): Block => block(first, ending('End', '1'));
const both = (a: Block['tasks'][number], b: Block['tasks'][number], workspace: object = {}) =>
  programOf(
    mapOf(
      block(
        { ...parallel('Both', { a: alone(a), b: alone(b) }, action('Go', 'End')), ...workspace },
        ending('End', "'well'"),
      ),
    ),
  );

/** A host in the repository; `folders` has where each task worked. */
function hostOf(
  work: Work = () => undefined,
  more: Partial<RunHost> = {},
): TestHost & { readonly folders: Map<string, string> } {
  const folders = new Map<string, string>();
  const host = hostIn(
    repository,
    (request, write) => {
      folders.set(request.task, request.workFolder);
      work(request, write);
    },
    { createChangeReader, git: GIT, ...more },
  );
  return Object.assign(host, { folders });
}

/** An agent whose calls are as `callsOf` says, and that works only once all of `count` are at work. */
function together(
  host: TestHost,
  count: number,
  work: (request: AgentRequest) => readonly string[],
): TestHost {
  const waiting: (() => void)[] = [];
  const agent: Agent = {
    kind: 'claude',
    start: (request) => {
      const reply = new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === count) for (const each of waiting) each();
      }).then(() => {
        for (const input of work(request)) request.onProgress({ kind: 'tool', tool: 'Bash', input });
        return answered('Done');
      });
      return { reply, stop: () => undefined, kill: () => undefined };
    },
  };
  return Object.assign(host, { agent });
}

const copies = (): string[] => worktreesIn(repository).filter((name) => name.includes('-reader-'));
const changesOf = (host: TestHost) =>
  host.events.flatMap(({ type, data }) => (type === 'changes.read' ? [data] : []));

describe('readers side by side, where no wall holds,', () => {
  test('work in a copy each, with what is not committed, and see nothing of each other', async () => {
    repository.put('shared.txt', 'not committed\n');
    const seen: string[] = [];
    const host = hostOf(({ workFolder }, write) => {
      seen.push(String(existsSync(join(workFolder, 'made.txt'))));
      write('made.txt', 'x\n');
      write('shared.txt', 'changed\n');
    });
    const { state } = await start(host, both(task('Look a'), task('Look b')));
    expect(state.finished?.result).toBe('well');
    expect(seen).toEqual(['false', 'false']);
    expect(new Set([...host.folders.values(), repository.root]).size).toBe(3);
    expect(repository.read('shared.txt')).toBe('not committed\n');
    expect(existsSync(join(repository.root, 'made.txt'))).toBe(false);
    expect(copies()).toEqual([]);
    expect(worktreesIn(repository)).toEqual([]);
    const places = host.events.flatMap(({ type, data }) => (type === 'snapshot.taken' ? [data.copy] : []));
    expect(places.map((copy) => join(repository.root, copy ?? '')).toSorted()).toEqual(
      [...host.folders.values()].toSorted(),
    );
  });

  test('that are commands do so too', async () => {
    const command = (name: string) => ({
      ...shell(name, ['sh', '-c', 'test ! -e made.txt && echo x > made.txt'], action('Done', 'End')),
      ...NOTHING,
    });
    const { state } = await start(hostOf(), both(command('Look a'), command('Look b')));
    expect(state.finished?.result).toBe('well');
    expect(existsSync(join(repository.root, 'made.txt'))).toBe(false);
    expect(copies()).toEqual([]);
  });

  test('are not held to what somebody else changes in the folder; it is recorded', async () => {
    const host = together(hostOf(), 2, ({ task: own }) => {
      if (own === 'Look a') writeFileSync(join(repository.root, 'users.txt'), 'x\n');
      return ['cat src/x'];
    });
    const { state } = await start(host, both(task('Look a'), task('Look b')));
    expect(state.finished?.result).toBe('well');
    const found = changesOf(host);
    expect(found.map(({ changes }) => changes?.count)).toEqual([0, 0]);
    expect(found.flatMap(({ meanwhile }) => meanwhile?.paths ?? [])).toContain('users.txt');
  });

  test('are held to what their own calls change in the folder, and the others are not', async () => {
    const host = together(hostOf(), 2, ({ task: own }) => {
      if (own === 'Look b') return [];
      writeFileSync(join(repository.root, 'a.txt'), 'x\n');
      return [`echo x > ${join(repository.root, 'a.txt')}`];
    });
    const { state } = await start(host, both(task('Look a'), task('Look b')));
    expect(state.paused?.message).toContain(
      'Task "Look a" failed: It changed "a.txt", and may change nothing.',
    );
    const failures = host.events.filter(({ type }) => type === 'task.failed');
    expect(failures).toHaveLength(1);
    expect(copies()).toEqual([]);
  });

  test('in a folder of the run are held to what changes there, by whatever call: no person works in it', async () => {
    const host = together(hostOf(), 2, ({ task: own }) => {
      const folder = worktreesIn(repository).find((name) => !name.includes('-reader-')) ?? 'none';
      if (own === 'Look a') writeFileSync(join(repository.root, '.wfmap/worktrees', folder, 'x.txt'), 'x\n');
      return ['node look.js'];
    });
    const readers = both(task('Look a'), task('Look b')).map.block;
    const around = {
      ...parallel('Apart', { one: readers }, action('Go', 'End')),
      workspace: worktree('never'),
    };
    const { state } = await start(host, programOf(mapOf(block(around, ending('End', "'well'")))));
    expect(state.paused?.message).toContain(
      'Task "Look a" failed: It, or "Look b" of "b" beside it, changed "x.txt", and may change nothing.',
    );
  });

  test('beside a task that writes see the folder as it was when they began', async () => {
    const host = hostOf(({ task: own }, write) => {
      if (own === 'Write') write('src/new.txt', 'x\n');
    });
    const { state } = await start(host, both(task('Write', { writes: ['src'] }), task('Look')));
    expect(state.finished?.result).toBe('well');
    expect(host.folders.get('Write')).toBe(repository.root);
    expect(host.folders.get('Look')).toMatch(/-reader-/);
    expect(repository.read('src/new.txt')).toBe('x\n');
  });

  test('share the folder where no copy can be made, and the log says why', async () => {
    const texts: string[] = [];
    mkdirSync(join(repository.root, '.wfmap'));
    writeFileSync(join(repository.root, '.wfmap/worktrees'), 'in the way\n');
    const host = hostOf(undefined, {
      onProgress: (_, progress) => void (progress.kind === 'text' && texts.push(progress.text)),
    });
    const { state } = await start(host, both(task('Look a'), task('Look b')));
    expect(state.finished?.result).toBe('well');
    expect([...host.folders.values()]).toEqual([repository.root, repository.root]);
    expect(texts[0]).toMatch(/^It works beside others in the same folder: /);
  });
});

describe('no copy is made', () => {
  /** The tasks that had one. */
  const copied = async (
    program: Parameters<typeof start>[1],
    more: Partial<RunHost> = {},
  ): Promise<readonly string[]> => {
    const host = hostOf(undefined, more);
    const { state } = await start(host, program);
    expect(state.finished?.result).toBe('well');
    expect(host.folders.size).toBeGreaterThan(0);
    return [...host.folders].filter(([, folder]) => folder.includes('-reader-')).map(([name]) => name);
  };

  test('of a reader that is alone', async () => {
    const program = programOf(mapOf(block(task('Look'), ending('End', "'well'"))));
    expect(await copied(program)).toEqual([]);
  });

  test('of one that is the only branch', async () => {
    const one = parallel('One', { a: alone(task('Look')) }, action('Go', 'End'));
    expect(await copied(programOf(mapOf(block(one, ending('End', "'well'")))))).toEqual([]);
  });

  test('where each has a worktree', async () => {
    expect(await copied(both(task('Look a'), task('Look b'), { workspace: worktree('never') }))).toEqual([]);
  });

  test('of a task that may write, or commit', async () => {
    expect(
      await copied(
        both(task('Write', { writes: ['src'] }), task('Keep', { writes: ['docs'], mayCommit: true })),
      ),
    ).toEqual([]);
  });

  test('of an agent whose session is another task’s too: it is found only in the folder that it began in', async () => {
    const goOn = { ...NOTHING, session: { kind: 'continue' as const } };
    expect(await copied(both(task('Look a', goOn), task('Look b', goOn)))).toEqual([]);
  });

  test('outside of git', async () => {
    expect(await copied(both(task('Look a'), task('Look b')), { git: null })).toEqual([]);
  });

  const walls = (overlay: boolean): Partial<RunHost> => ({
    walls: {
      record: { kind: 'bwrap', reason: '' },
      around: ({ folder }) => {
        const raise = (): never => {
          throw new Error('nothing is started here');
        };
        const wall = { kind: 'bwrap', program: '/bin/bwrap', raise, openFor: () => [] } as const;
        return { wall, confinement: { folder, writable: [], frozen: [], temporary: 'own', overlay } };
      },
      foresee: () => ({ gaps: [] }),
    },
  });
  const checking = { ...NOTHING, allowedTools: ['Bash(@project)'] };

  test('behind a wall', async () => {
    expect(await copied(both(task('Look a'), task('Look b')), walls(false))).toEqual([]);
  });

  test('of a reader that runs checks behind one and has an overlay; without that, one is made', async () => {
    const program = programOf(mapOf(block(task('Look', checking), ending('End', "'well'"))));
    expect(await copied(program, walls(true))).toEqual([]);
    const host = hostOf(undefined, walls(false));
    await start(host, program);
    expect(host.folders.get('Look')).toMatch(/-reader-/);
    expect(copies()).toEqual([]);
  });
});
