import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentRequest } from '../../src/agent/agent.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { findRuns } from '../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { ForeachTask } from '../../src/model/block.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { action, block, claude } from '../helpers/block.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { mapOf, programOf, resume, start, type TestHost } from '../helpers/run-host.ts';
import { decide, ending, foreach, human, parallel, when } from '../helpers/tasks.ts';
import { courseOf } from './course.ts';
import {
  body,
  branchesIn,
  hostIn,
  hostInOrder,
  twoBranches,
  worktree,
  worktreesIn,
  writeOwn,
  type Work,
} from './worktree-maps.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const hostOf = (work: Work, more: Partial<RunHost> = {}): TestHost => hostIn(repository, work, more);
const worktreesLeft = (): string[] => worktreesIn(repository);
const branchesLeft = (): string[] => branchesIn(repository);

const mergesOf = ({ git }: Repository): string[] =>
  git('log', '--first-parent', '--reverse', '--format=%s').split('\n');

describe('branches with worktrees', () => {
  test('work apart, are merged, and leave nothing behind', async () => {
    const host = hostOf(writeOwn);
    const { state } = await start(host, twoBranches(worktree('onSuccess')));
    expect(state.finished?.result).toEqual({
      a: { outcome: 'End', result: 'a' },
      b: { outcome: 'End', result: 'b' },
    });
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'shared.txt']);
    expect(mergesOf(repository).toSorted()).toEqual(['Merge Build/a', 'Merge Build/b', 'start']);
    expect(worktreesLeft()).toEqual([]);
    expect(branchesLeft()).toEqual(['main']);
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(courseOf(host.events)).toContain('merge Build/a');
  });

  test('are merged in the order of the map, as far as they are ready', async () => {
    const branches = ['a', 'b', 'c'].map((name) => ({ name, block: body(name) }));
    const host = hostInOrder(repository, writeOwn, ['c', 'b', 'a']);
    await start(host, twoBranches(worktree('onSuccess'), { branches }));
    expect(mergesOf(repository)).toEqual(['start', 'Merge Build/c', 'Merge Build/a', 'Merge Build/b']);
  });

  test('that were merged and removed are recorded so, where there is no room for what follows', async () => {
    const host = hostOf(writeOwn);
    const fs: FileSystem = {
      ...nodeFileSystem,
      open: (path, mode) => {
        const file = nodeFileSystem.open(path, mode);
        return {
          ...file,
          write: (bytes) => {
            const text = Buffer.from(bytes).toString();
            if (text.includes('"worktree.removed"') && text.includes('"run.finished"')) {
              throw Object.assign(new Error('ENOSPC: no room'), { code: 'ENOSPC' });
            }
            file.write(bytes);
          },
        };
      },
    };
    await expect(start({ ...host, fs }, twoBranches(worktree('onSuccess')))).rejects.toMatchObject({
      code: 'storage-failed',
    });
    const [run] = findRuns(nodeFileSystem, repository.root);
    const { events } = readJournal(nodeFileSystem, join(run?.folder ?? '', 'journal.jsonl'));
    expect(events.slice(-4).map(({ type }) => type)).toEqual([
      'worktree.removed',
      'branch.finished',
      'action.chosen',
      'task.finished',
    ]);
    expect(mergesOf(repository)).toHaveLength(3);
  });

  test('that are not to be merged are kept and have their names in the journal', async () => {
    const host = hostOf(writeOwn);
    const { directory } = await start(host, twoBranches(worktree('never')));
    expect(repository.git('ls-files')).toBe('shared.txt');
    expect(worktreesLeft()).toEqual([
      `test-${directory.name.replace('test/', '')}-1-a`,
      `test-${directory.name.replace('test/', '')}-1-b`,
    ]);
    const kept = host.events.flatMap((event) => (event.type === 'worktree.kept' ? [event.data] : []));
    const reason = 'Its work is not to be merged.';
    // Which is committed first is up to the machine.
    expect(kept.toSorted((a, b) => a.key.localeCompare(b.key))).toMatchObject([
      { key: 'a', reason },
      { key: 'b', reason },
    ]);
  });

  test('are removed where nothing was changed in them, also when nothing is to be merged', async () => {
    await start(
      hostOf(() => undefined),
      twoBranches(worktree('never')),
    );
    expect(worktreesLeft()).toEqual([]);
    expect(branchesLeft()).toEqual(['main']);
  });

  test('are kept where their block failed, and the others merged', async () => {
    const program = twoBranches(worktree('onSuccess'), {
      branches: [
        { name: 'a', block: body('a', true) },
        { name: 'b', block: body('b') },
      ],
    });
    await start(hostOf(writeOwn), program);
    expect(repository.git('ls-files').split('\n')).toEqual(['b.txt', 'shared.txt']);
    expect(worktreesLeft()).toHaveLength(1);
  });

  test('are merged as an expression over what they came to says', async () => {
    await start(hostOf(writeOwn), twoBranches(worktree("result.result == 'b'")));
    expect(repository.git('ls-files').split('\n')).toEqual(['b.txt', 'shared.txt']);
  });

  test('that change the same lines are a conflict, whose worktree is kept and named', async () => {
    const host = hostInOrder(repository, ({ task }, write) => write('shared.txt', `${task}\n`), ['a', 'b']);
    const { state } = await start(host, twoBranches(worktree('onSuccess')));
    expect(state.finished?.result).toMatchObject({
      a: { outcome: 'End', result: 'a' },
      b: {
        outcome: 'conflict',
        result: 'b',
        reason: expect.stringMatching(/met other changes in "shared.txt".* kept in "/),
      },
    });
    const { data } = host.events.findLast((each) => each.type === 'branch.finished') ?? {};
    expect(data).toMatchObject({
      outcome: 'conflict',
      reason: expect.stringMatching(/met other changes in/),
    });
    expect(repository.read('shared.txt')).toBe('Code a\n');
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(worktreesLeft()).toHaveLength(1);
    expect(branchesLeft()).toHaveLength(2);
  });

  test('are set up by a command before their tasks begin, whose log is that of the task around', async () => {
    const setup = ['sh', '-c', 'echo ready > set-up.txt; echo working'];
    await start(
      hostOf(() => undefined),
      twoBranches(worktree('never', setup)),
    );
    expect(worktreesLeft()).toHaveLength(2);
    const path = join(repository.root, '.wfmap/worktrees', worktreesLeft()[0] ?? '');
    expect(existsSync(join(path, 'set-up.txt'))).toBe(true);
  });

  test('that cannot be set up pause the run there, which goes on when they can be', async () => {
    const setup = ['sh', '-c', `test -f ${repository.root}/.git/ready`];
    const program = twoBranches(worktree('onSuccess', setup));
    const { state, directory } = await start(hostOf(writeOwn), program);
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    expect(state.paused?.message).toContain('"Build", "a": Its worktree could not be set up');
    repository.put('.git/ready', '');
    expect((await resume(hostOf(writeOwn), program, directory)).finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'shared.txt']);
  });

  test('that cannot be set up lead where the task around says, once the others are over', async () => {
    const setup = ['sh', '-c', 'case $PWD in *-a) exit 1;; esac'];
    const program = programOf(
      mapOf(
        block(
          {
            ...parallel('Build', { a: body('a'), b: body('b') }, action('Go', 'Done')),
            workspace: worktree('onSuccess', setup),
            onError: 'Rescue',
          },
          ending('Done', '1'),
          ending('Rescue', '2'),
        ),
      ),
    );
    const { state } = await start(hostOf(writeOwn), program);
    expect(state.finished?.result).toBe(2);
    expect(state.blocks.size).toBe(1);
    expect(repository.git('ls-files').split('\n')).toEqual(['b.txt', 'shared.txt']);
  });

  test('read where they work and what was changed there, as it is when a task begins and after it', async () => {
    const inner = block(
      claude('Code x', action('Done', 'Look')),
      decide('Look', { path: 'workspace.path', diff: 'workspace.diff' }, action('Go', 'Guarded')),
      {
        ...claude(
          'Guarded',
          when("workspace.diff.contains('again.txt')", action('Yes', 'End')),
          action('No', 'Other'),
        ),
      },
      ending('End', '{"path": path, "diff": diff}'),
      ending('Other', '0'),
    );
    const program = programOf(
      mapOf(
        block(
          {
            ...parallel('Build', { a: inner }, action('Go', 'Done')),
            as: 'built',
            workspace: worktree('onSuccess'),
          },
          ending('Done', 'built'),
        ),
      ),
    );
    const { state } = await start(
      hostOf(({ task }, write) => write(task === 'Guarded' ? 'again.txt' : 'new.txt', 'text\n')),
      program,
    );
    expect(state.finished?.result).toMatchObject({
      a: {
        result: {
          path: expect.stringContaining('.wfmap/worktrees/'),
          diff: expect.stringContaining('+text'),
        },
      },
    });
  });

  test('inside of a worktree begin at the work there, which is committed first', async () => {
    const inner = block(
      claude('Code o', action('Done', 'Inner')),
      {
        ...parallel('Inner', { a: body('a'), b: body('b') }, action('Go', 'End')),
        workspace: worktree('onSuccess'),
      },
      ending('End', '1'),
    );
    const program = programOf(
      mapOf(
        block(
          { ...parallel('Build', { x: inner }, action('Go', 'Done')), workspace: worktree('onSuccess') },
          ending('Done', '1'),
        ),
      ),
    );
    expect((await start(hostOf(writeOwn), program)).state.finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'b.txt', 'o.txt', 'shared.txt']);
    expect(branchesLeft()).toEqual(['main']);
  });

  test('that are cancelled keep what they have', async () => {
    const held = block(human('Ask', action('Go', 'End')), ending('End', '1'));
    const program = programOf(
      mapOf(
        block(
          {
            ...parallel('Build', { a: body('a'), b: held }, action('Go', 'Done')),
            atLeast: 1,
            workspace: worktree('onSuccess'),
          },
          ending('Done', '1'),
        ),
      ),
    );
    expect((await start(hostOf(writeOwn), program)).state.finished?.outcome).toBe('Done');
    expect(repository.git('ls-files').split('\n')).toEqual(['a.txt', 'shared.txt']);
    expect(worktreesLeft()).toHaveLength(1);
  });

  test('in a simulation there are none', async () => {
    const { worktrees: _worktrees, ...host } = hostOf(writeOwn);
    expect((await start(host, twoBranches(worktree('onSuccess')))).state.finished?.outcome).toBe('Done');
    expect(branchesLeft()).toEqual(['main']);
  });
});

describe('items with worktrees', () => {
  const items = (more: Partial<ForeachTask>) =>
    programOf(
      mapOf(
        block(
          {
            ...foreach(
              'Build',
              "[{'id': 'a', 'after': []}, {'id': 'b', 'after': ['a']}, {'id': 'c', 'after': ['b']}]",
              block(claude('Code', action('Done', 'End')), ending('End', 'item.id')),
              action('Go', 'Done'),
            ),
            as: 'built',
            key: { text: 'item.id' },
            after: { text: 'item.after' },
            workspace: worktree('onSuccess'),
            ...more,
          },
          ending('Done', 'built'),
        ),
      ),
    );
  const ownFile = ({ workFolder }: AgentRequest): string => `${workFolder.at(-1)}.txt`;

  test('begin at what those that they wait for have left, which is merged', async () => {
    const seen: string[] = [];
    const host = hostOf((request, write) => {
      seen.push(...['a', 'b'].filter((name) => existsSync(join(request.workFolder, `${name}.txt`))));
      write(ownFile(request), 'x\n');
    });
    expect((await start(host, items({}))).state.finished?.outcome).toBe('Done');
    expect(seen).toEqual(['a', 'a', 'b']);
  });

  test('wait in vain for one that could not be merged', async () => {
    const host = hostOf((request, write) => {
      write('shared.txt', `${request.workFolder.at(-1)}\n`);
      // Meanwhile somebody else changes the branch.
      if (request.workFolder.endsWith('-a')) {
        repository.put('shared.txt', 'theirs\n');
        repository.commit('theirs');
      }
    });
    const { state } = await start(host, items({}));
    expect(state.finished?.result).toMatchObject([
      { key: 'a', outcome: 'conflict', result: 'a' },
      { key: 'b', outcome: 'skipped' },
      { key: 'c', outcome: 'skipped' },
    ]);
    expect(repository.read('shared.txt')).toBe('theirs\n');
  });
});

describe('tasks of a block that is to change nothing', () => {
  test('have no tools to write, and work in the same folder', async () => {
    const asked: AgentRequest[] = [];
    const host = hostOf((request) => asked.push(request));
    await start(host, twoBranches({ kind: 'readonly' }));
    expect(asked.map(({ disallowedTools }) => disallowedTools)).toEqual([
      ['Edit', 'Write', 'NotebookEdit'],
      ['Edit', 'Write', 'NotebookEdit'],
    ]);
    expect(asked.map(({ workFolder }) => workFolder)).toEqual([repository.root, repository.root]);
  });

  test('in a worktree may write there, and not to the runs and the map', async () => {
    const asked: AgentRequest[] = [];
    await start(
      hostOf((request) => asked.push(request)),
      twoBranches(worktree('onSuccess')),
    );
    const [own] = asked;
    expect(own?.workFolder).toContain('/.wfmap/worktrees/');
    expect(own?.deniedTools).toEqual(
      expect.arrayContaining([
        `Edit(/${repository.root}/.wfmap/runs/**)`,
        `Edit(/${own?.workFolder}/maps/test.json)`,
      ]),
    );
    expect(own?.deniedTools).not.toContain(`Edit(/${repository.root}/.wfmap/**)`);
  });
});
