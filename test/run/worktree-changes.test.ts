import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChangeReader } from '../../src/git/create-change-reader.ts';
import { action, block, claude } from '../helpers/block.ts';
import { createRepository, type Repository } from '../helpers/repository.ts';
import { mapOf, programOf, resume, start } from '../helpers/run-host.ts';
import { ending, parallel, shell, when } from '../helpers/tasks.ts';
import { hostIn, worktree, type Work } from './worktree-maps.ts';

let repository: Repository;
beforeEach(() => (repository = createRepository()));
afterEach(() => repository.remove());

const hostOf = (work: Work) => hostIn(repository, work, { createChangeReader });

const reading = (name: string) =>
  block(claude(name, when('changes.count > 0', action('Done', 'End'))), ending('End', 'changes.paths'));

const both = (workspace: Parameters<typeof parallel>[1] extends never ? never : object) =>
  programOf(
    mapOf(
      block(
        {
          ...parallel('Build', { a: reading('Code a'), b: reading('Code b') }, action('Go', 'Done')),
          as: 'built',
          ...workspace,
        },
        ending('Done', 'built'),
      ),
    ),
  );

const writeOwn: Work = ({ task }, write) => write(`${task.at(-1)}.txt`, `${task}\n`);

describe('what tasks changed that ran at the same time', () => {
  test('is their own in worktrees', async () => {
    const { state } = await start(hostOf(writeOwn), both({ workspace: worktree('onSuccess') }));
    expect(state.finished?.result).toMatchObject({ a: { result: ['a.txt'] }, b: { result: ['b.txt'] } });
  });

  test('may be that of the other in a shared folder', async () => {
    let begun = 0;
    const { state } = await start(
      hostOf((request, write) => {
        begun += 1;
        // Whoever comes second finds both files changed since its snapshot, or only its own; never less than that.
        writeOwn(request, write);
      }),
      both({}),
    );
    expect(begun).toBe(2);
    for (const key of ['a', 'b']) {
      const { result } = (state.finished?.result as Record<string, { result: string[] }>)[key] ?? {
        result: [],
      };
      expect(result).toContain(`${key}.txt`);
      expect(['a.txt', 'b.txt']).toEqual(expect.arrayContaining(result));
    }
  });
});

test('a command commits, and its guards read which commits and which files', async () => {
  const words = ['sh', '-c', 'echo b > b.txt; git add b.txt; git commit --quiet -m b; echo c > c.txt'];
  const program = programOf(
    mapOf(
      block(
        shell('Commit', words, when('size(changes.commits) == 1', action('Go', 'Done'))),
        ending('Done', 'changes'),
      ),
    ),
  );
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  const { state } = await start(
    hostOf(() => undefined),
    program,
  );
  expect(state.finished?.result).toEqual({
    added: ['b.txt', 'c.txt'],
    modified: [],
    deleted: [],
    paths: ['b.txt', 'c.txt'],
    commits: [repository.git('rev-parse', 'HEAD')],
    count: 2,
  });
});

test('outside of git the task fails before its work, and is done once there is a repository', async () => {
  rmSync(join(repository.root, '.git'), { recursive: true });
  mkdirSync(join(repository.root, 'empty'));
  const program = programOf(mapOf(reading('Code a')));
  let turns = 0;
  const host = hostOf((request, write) => {
    turns += 1;
    writeOwn(request, write);
  });
  const { state, directory } = await start(host, program);
  expect([turns, state.paused?.reason]).toEqual([0, 'failed']);
  expect(state.paused?.message).toMatch(/not a git repository.*"git init" makes one/);
  repository.git('init', '--quiet');
  expect((await resume(host, program, directory)).finished?.result).toEqual(['a.txt']);
});
