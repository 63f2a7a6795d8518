import { setTimeout as sleep } from 'node:timers/promises';
import { runMark } from '../process/marks.ts';
import { listProcesses } from '../process/platform/list-processes.ts';
import { GIT_MARKER } from './run-git.ts';

/** Units: ms. Checking out a large tree takes a while. */
const MAX_WAIT_MS = 5 * 60_000;
const POLL_MS = 50;

/**
 * Waits for what git is at since before: it outlives a wfmap that was killed, and what it changes must not be looked at
 * by half. What begins later is not waited for.
 */
export async function waitForGit(): Promise<void> {
  const before = findGits();
  const until = performance.now() + MAX_WAIT_MS;
  let left = before;
  while (left.size > 0 && performance.now() < until) {
    await sleep(POLL_MS);
    const now = findGits();
    left = new Set([...before].filter((each) => now.has(each)));
  }
}

function findGits(): Set<string> {
  const marked = listProcesses([runMark(GIT_MARKER)]).filter((entry) => entry.marked);
  return new Set(marked.map(({ pid, started }) => `${pid} ${started}`));
}
