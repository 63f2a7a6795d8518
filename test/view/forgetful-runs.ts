import fc from 'fast-check';
import { expect } from 'vitest';
import type { RunEvent, RunEventType } from '../../src/model/run-event.ts';
import { createRunView, type RunView } from '../../src/view/run-view.ts';
import { nestedRuns } from '../run/random-nested.ts';
import { played } from '../run/played-run.ts';

/** Rounds after which something that random runs come to has gone missing. */
const MOST_ROUNDS = 50;

/**
 * Tries what holds between a view of all events and one that forgets what has ended: for random runs, `runs` a round, until all was
 * met that such a view drops something by. `follow` gets both, empty, and gives what is expected after each event.
 */
export async function expectOfForgetfulViews(
  runs: number,
  follow: (all: RunView, few: RunView) => (event: RunEvent) => void,
): Promise<void> {
  const left = new Set<RunEventType>(['item.finished', 'branch.cancelled', 'task.failed', 'run.resumed']);
  let dropped = 0;
  for (let round = 0; left.size > 0 && round < MOST_ROUNDS; round += 1) {
    await fc.assert(
      fc.asyncProperty(nestedRuns(), async (random) => {
        const [all, few] = [createRunView(), createRunView({ keepsEnded: 0 })];
        const expectAfter = follow(all, few);
        for (const event of (await played(random)).events) {
          expectAfter(event);
          left.delete(event.type);
        }
        dropped += all.executions.length - few.executions.length;
      }),
      { numRuns: runs },
    );
  }
  expect([...left]).toEqual([]);
  expect(dropped).toBeGreaterThan(0);
}
