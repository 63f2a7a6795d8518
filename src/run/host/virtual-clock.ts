import type { Clock } from './clock.ts';

/** A clock on which time passes only when everybody waits for it. */
export interface VirtualClock extends Clock {
  /** How often somebody was woken. */
  readonly wakes: () => number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Units: milliseconds since 1970. A fixed moment, so that each run of a scenario has the same times. */
const BEGIN = Date.UTC(2026, 0, 1);

/**
 * Makes a clock for runs that take no time: when nothing else can happen, it goes on to whoever sleeps least long.
 *
 * What may happen without time passing is everything in microtasks; so nobody who shares the clock may wait for
 * processes, files or real timers. Of several who sleep equally long the first wakes first, and has its turn before the
 * next. Who sleeps for ever (`Infinity`) is woken by the signal alone.
 * Units: ms since 1970. Errors: none.
 */
export function createVirtualClock(begin = BEGIN): VirtualClock {
  let now = begin;
  let wakes = 0;
  let isDue = false;
  const sleepers = new Set<Sleeper>();
  const wakeNext = (): void => {
    isDue = false;
    const next = firstOf(sleepers);
    if (next === undefined) return;
    now = Math.max(now, next.at);
    wakes += 1;
    next.wake();
    arrange();
  };
  const arrange = (): void => {
    if (isDue || sleepers.size === 0) return;
    isDue = true;
    // All that can happen at this moment happens before an immediate.
    setImmediate(wakeNext);
  };
  return {
    now: () => new Date(now),
    wakes: () => wakes,
    sleep: (ms, signal) => {
      if (signal.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => {
        sleepers.delete(sleeper);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper: Sleeper = { at: now + Math.max(0, ms), wake };
      signal.addEventListener('abort', wake);
      if (ms === Infinity) return promise;
      sleepers.add(sleeper);
      arrange();
      return promise;
    },
  };
}

/** A set keeps the order in which they went to sleep. Few sleep at a time. */
function firstOf(sleepers: ReadonlySet<Sleeper>): Sleeper | undefined {
  let first: Sleeper | undefined;
  for (const each of sleepers) if (first === undefined || each.at < first.at) first = each;
  return first;
}
