import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import { createShellRunner } from '../../src/agent/shell/create-shell-runner.ts';
import { createWorktreeKeeper } from '../../src/git/worktree/create-worktree-keeper.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import type { Block, ParallelTask, Workspace } from '../../src/model/block.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { action, block, claude } from '../helpers/block.ts';
import { answered } from '../helpers/puppet-agent.ts';
import type { Repository } from '../helpers/repository.ts';
import { mapOf, programOf, testHost, type TestHost } from '../helpers/run-host.ts';
import { ending, parallel } from '../helpers/tasks.ts';

/** Writes what a task is to write, into the folder that it works in. */
export type Work = (request: AgentRequest, write: (path: string, text: string) => void) => void;

function worker(work: Work): Agent {
  return {
    kind: 'claude',
    start: (request) => {
      work(request, (path, text) => {
        mkdirSync(dirname(join(request.workFolder, path)), { recursive: true });
        writeFileSync(join(request.workFolder, path), text);
      });
      const reply = Promise.resolve(answered('Done'));
      return { reply, stop: () => undefined, kill: () => undefined };
    },
  };
}

/** A host whose agent works in a real repository, with whoever keeps its worktrees. */
export const hostIn = ({ root }: Repository, work: Work, more: Partial<RunHost> = {}): TestHost =>
  testHost(nodeFileSystem, root, worker(work), {
    concurrency: 8,
    worktrees: createWorktreeKeeper(root),
    shell: createShellRunner({ environment: process.env }),
    ...more,
  });

/** Like `hostIn`; the branches are ready to be merged in this order, the last two while the first of three is merged. */
export function hostInOrder(repository: Repository, work: Work, order: readonly string[]): TestHost {
  const keeper = createWorktreeKeeper(repository.root);
  const host: TestHost = hostIn(repository, work, {
    worktrees: {
      ...keeper,
      commit: async (folder, branch, how) => {
        const before = order.slice(0, Math.max(0, order.indexOf(branch.at(-1) ?? '')));
        await committed(host, before);
        return await keeper.commit(folder, branch, how);
      },
      merge: async (branch) => {
        await committed(host, order.length > 2 ? order : []);
        return await keeper.merge(branch);
      },
    },
  });
  return host;
}

/** Waits until the work of some branches is committed, by what the journal says. */
async function committed({ events }: TestHost, keys: readonly string[]): Promise<void> {
  const isThere = (key: string) =>
    events.some(({ type, data }) => type === 'worktree.committed' && data.key === key);
  while (!keys.every(isThere)) await new Promise((resolve) => setImmediate(resolve));
}

export const worktree = (merge: string, setup?: readonly string[]): Workspace => ({
  kind: 'worktree',
  merge: merge === 'onSuccess' || merge === 'never' ? merge : { text: merge },
  setup,
});

export const body = (name: string, isFailed = false): Block =>
  block(claude(`Code ${name}`, action('Done', 'End')), ending('End', `'${name}'`, isFailed));

export const twoBranches = (workspace: Workspace, more: Partial<ParallelTask> = {}) =>
  programOf(
    mapOf(
      block(
        {
          ...parallel('Build', { a: body('a'), b: body('b') }, action('Go', 'Done')),
          as: 'built',
          workspace,
          ...more,
        },
        ending('Done', 'built'),
      ),
    ),
  );

/** The names of the folders of worktrees that are there. */
export const worktreesIn = ({ git }: Repository): string[] =>
  git('worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1)
    .map((line) => line.slice(line.lastIndexOf('/') + 1));

export const branchesIn = ({ git }: Repository): string[] =>
  git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');

/** A file named after the last letter of the task. */
export const writeOwn: Work = ({ task }, write) => write(`${task.at(-1)}.txt`, `${task}\n`);
