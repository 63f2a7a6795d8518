import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEntry } from '../../journal/find-runs.ts';
import { openQuestionsOf } from '../open-questions.ts';
import { readRunOnDisk } from '../open-run.ts';

/** Units: ms. */
const POLL_MS = 100;
const LONGEST_MS = 5000;

/**
 * Waits a moment for the process that holds a run to take the answer to a question.
 *
 * Shape: `abandoned` where that process has left the run without it; `held` where it is busy with something else
 * and has the answer before it.
 */
export async function awaitTaken(run: RunEntry, start: number): Promise<'taken' | 'held' | 'abandoned'> {
  const deadline = performance.now() + LONGEST_MS;
  while (performance.now() < deadline) {
    // Who holds it is read before the journal is: nobody who has left it can take an answer after that.
    const { pid, events } = readRunOnDisk(run);
    if (!openQuestionsOf(events).some((each) => each.start === start)) return 'taken';
    if (pid === undefined) return 'abandoned';
    await sleep(POLL_MS);
  }
  return 'held';
}
