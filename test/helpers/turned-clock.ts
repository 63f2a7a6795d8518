import type { Clock } from '../../src/run/host/clock.ts';

/** A clock that a test turns by hand. Units: ms. */
export interface TurnedClock extends Clock {
  /** Lets time pass: whoever sleeps until then wakes in order, and has had its turn when this resolves. */
  readonly pass: (ms: number) => Promise<void>;
  /** For how long each sleep was asked for. */
  readonly slept: readonly number[];
}

/** So often a sleep may follow on a sleep within one moment; more is a loop that waits for nothing. */
const MAX_WAKES = 1000;

export function turnedClock(): TurnedClock {
  let now = Date.UTC(2026, 0, 1);
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(now),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        slept.push(ms);
        const sleeper = {
          at: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
        if (signal.aborted) sleeper.wake();
      }),
    pass: async (ms) => {
      const end = now + ms;
      await everythingElse();
      for (let wakes = 0; ; wakes += 1) {
        if (wakes > MAX_WAKES) throw new Error('somebody sleeps again and again without end');
        const [next] = [...sleepers].toSorted((a, b) => a.at - b.at);
        if (next === undefined || next.at > end) break;
        now = next.at;
        next.wake();
        await everythingElse();
      }
      now = end;
    },
  };
}

/** What can happen without time passing happens first. */
function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
