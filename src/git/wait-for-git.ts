import { setTimeout as sleep } from 'node:timers/promises';
import { runMark, type Mark } from '../process/marks.ts';
import { listProcesses } from '../process/platform/list-processes.ts';
import { gitMarkerOf } from './run-git.ts';

/** Units: ms. Checking out a large tree takes a while. */
const MAX_WAIT_MS = 5 * 60_000;
const POLL_MS = 50;

/**
 * Waits for what git is at since before in a project: it outlives a wfmap that was killed, and what it changes must not be looked at
 * by half. What begins later is not waited for, nor what is done for other projects.
 */
export async function waitForGit(root: string): Promise<void> {
  const mark = runMark(gitMarkerOf(root));
  const before = findGits(mark);
  const until = performance.now() + MAX_WAIT_MS;
  let left = before;
  while (left.size > 0 && performance.now() < until) {
    await sleep(POLL_MS);
    const now = findGits(mark);
    left = new Set([...before].filter((each) => now.has(each)));
  }
}

function findGits(mark: Mark): Set<string> {
  const marked = listProcesses([mark]).filter((entry) => entry.marked);
  return new Set(marked.map(({ pid, started }) => `${pid} ${started}`));
}
