import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ParallelTask } from '../../src/model/block.ts';
import { createChangeReader } from '../../src/git/compare/create-change-reader.ts';
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
  block(
    { ...claude(name, when('changes.count > 0', action('Done', 'End'))), writes: ['anything'] },
    ending('End', 'changes.paths'),
  );

const both = (more: Partial<ParallelTask> = {}) =>
  programOf(
    mapOf(
      block(
        {
          ...parallel('Build', { a: reading('Code a'), b: reading('Code b') }, action('Go', 'Done')),
          as: 'built',
          ...more,
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

  test('may be that of the other, too, in a shared folder', async () => {
    // The first to end waits for the other to have written: it finds both files.
    let wrote = 0;
    const bothWrote = Promise.withResolvers<void>();
    const work: Work = (request, write) => {
      writeOwn(request, write);
      wrote += 1;
      if (wrote === 2) bothWrote.resolve();
    };
    const host = hostOf(work);
    const { agent } = host;
    const together: typeof agent = {
      ...agent,
      start: (request) => {
        const call = agent.start(request);
        const reply = call.reply.then(async (each) => {
          await bothWrote.promise;
          return each;
        });
        return { ...call, reply };
      },
    };
    const program = both();
    const { state } = await start({ ...host, agent: together }, program);
    const results = JSON.stringify(state.finished?.result);
    expect(results).toMatch(/"a":\{"outcome":"End","result":\["a.txt"/);
    expect(results).toMatch(/"b":\{"outcome":"End","result":\[("a.txt",)?"b.txt"\]/);
    expect(results).toContain('["a.txt","b.txt"]');
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
