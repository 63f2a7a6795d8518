/**
 * A program that runs a foreach of three items in worktrees, two at once, or goes on with it: `node three-items.ts ROOT`.
 *
 * Items "a" and "b" change the same line; "b" is done when the work of "a" is merged, so that its own merge fails,
 * however often the run is killed. Prints the state that the run came to.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentReply, AgentRequest } from '../../../src/agent/agent.ts';
import { createWorktreeKeeper } from '../../../src/git/create-worktree-keeper.ts';
import { findRuns } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { action, block, claude } from '../../helpers/block.ts';
import { answered } from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost } from '../../helpers/run-host.ts';
import { ending, foreach } from '../../helpers/tasks.ts';
import { systemClock } from '../../../src/run/clock.ts';

const root = process.argv[2] ?? '';

const program = programOf(
  mapOf(
    block(
      {
        ...foreach(
          'Build',
          "['a', 'b', 'c']",
          block(claude('Code', action('Done', 'End')), ending('End', 'item')),
          action('Go', 'Done'),
        ),
        as: 'built',
        key: { text: 'item' },
        concurrency: 2,
        workspace: { kind: 'worktree', merge: 'onSuccess', setup: undefined },
      },
      ending('Done', 'built'),
    ),
  ),
);

async function work({ workFolder }: AgentRequest): Promise<AgentReply> {
  const key = workFolder.at(-1) ?? '';
  writeFileSync(join(workFolder, `${key}.txt`), `${key}\n`);
  if (key !== 'c') writeFileSync(join(workFolder, 'shared.txt'), `${key}\n`);
  if (key === 'b') while (!isMerged('a')) await sleep(20);
  return answered('Done');
}

function isMerged(key: string): boolean {
  const words = ['cat-file', '-e', `main:${key}.txt`];
  return spawnSync(process.env['REAL_GIT'] ?? 'git', words, { cwd: root }).status === 0;
}

const agent: Agent = {
  kind: 'claude',
  start: (request) => ({ reply: work(request), stop: () => undefined, kill: () => undefined }),
};

const host = testHost(nodeFileSystem, root, agent, {
  clock: systemClock,
  worktrees: createWorktreeKeeper(),
  concurrency: 4,
});
const [run] = findRuns(nodeFileSystem, root);
const state =
  run?.started === undefined ? (await start(host, program)).state : await resume(host, program, run);
process.stdout.write(JSON.stringify(state.finished ?? state.paused));
