/**
 * Ends processes that carry marks, with everything below them.
 *
 * E1. A process is asked (SIGTERM) before it is killed, and has the whole grace time, unless that is 0.
 * E2. What was found once is followed until it is gone, also when its parent died and it carries no mark.
 * E3. A process id alone is never enough: only the process with the same start time is signalled.
 * E4. The process that asks is never among the found.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCodeOf } from '../util/error.ts';
import type { Mark } from './marks.ts';
import { listProcesses } from './platform/list-processes.ts';
import type { ProcessEntry } from './platform/process-entry.ts';
import { processTree } from './process-tree.ts';

/** Units: milliseconds. */
export interface Ending {
  readonly marks: readonly Mark[];
  /** A process whose descendants count as well; it must be a child that was not yet waited for. */
  readonly root?: number | undefined;
  /** Default 5,000. */
  readonly graceMs?: number;
  /** Gives up on processes that even SIGKILL does not end (stuck in the kernel). Default 30,000. */
  readonly limitMs?: number;
}

/** Polling is cheap beside the seconds that matter: one listing costs a few milliseconds. */
const POLL_MS = 50;

/**
 * Ends all processes of the marks and waits until none is left.
 *
 * Shape: the number of processes that were found.
 */
export async function endProcesses(ending: Ending): Promise<number> {
  const graceMs = ending.graceMs ?? 5_000;
  const limitMs = graceMs + (ending.limitMs ?? 30_000);
  const seen = new Set<string>();
  const asked = new Set<string>();
  const startedAt = performance.now();
  for (;;) {
    const found = find(ending, seen);
    if (found.length === 0) return seen.size;
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= limitMs) return seen.size;
    for (const entry of found) {
      if (elapsedMs >= graceMs) signal(entry.pid, 'SIGKILL');
      else if (!asked.has(nameOf(entry))) signal(entry.pid, 'SIGTERM');
      asked.add(nameOf(entry));
    }
    await sleep(POLL_MS);
  }
}

/** Kills all processes of the marks at once, without waiting until they are gone. */
export function killProcesses(ending: Ending): void {
  for (const entry of find(ending, new Set())) signal(entry.pid, 'SIGKILL');
}

/** What is alive of the tree now, and of what was seen before; adds to `seen`. */
function find(ending: Ending, seen: Set<string>): readonly ProcessEntry[] {
  const entries = listProcesses(ending.marks);
  const roots = new Set(ending.root === undefined ? [] : [ending.root]);
  for (const entry of entries) if (seen.has(nameOf(entry))) roots.add(entry.pid);
  const found = processTree(entries, roots).filter((entry) => entry.pid !== process.pid && entry.pid > 1);
  for (const entry of found) seen.add(nameOf(entry));
  return found;
}

function nameOf(entry: ProcessEntry): string {
  return `${entry.pid} ${entry.started}`;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (thrown) {
    // Gone since it was listed; or become another user's, which cannot be ended from here.
    const code = systemCodeOf(thrown);
    if (code !== 'ESRCH' && code !== 'EPERM') throw thrown;
  }
}
