import { LONGEST_TIMER_MS } from '../util/longest-timer.ts';

/** Measures the time of a child, without the time for which it is held. */
export interface Stopwatch {
  /** Pauses the clock until the result is called; it runs again once the last hold is released. */
  readonly hold: () => () => void;
  /** Begins to count anew. */
  readonly restart: () => void;
  /** Stops it for good; gives the time that it ran, in ms, rounded up: what ran took some time. */
  readonly end: () => number;
  readonly isUsedUp: () => boolean;
}

/** Starts a stopwatch; `onTimeout` is called once the time is used up. Units: ms. */
export function createStopwatch(timeoutMs: number | undefined, onTimeout: () => void): Stopwatch {
  let ranMs = 0;
  let runsFrom: number | undefined = performance.now();
  let holders = 0;
  let timer: NodeJS.Timeout | undefined;
  let isUsedUp = false;
  const useUp = (): void => {
    isUsedUp = true;
    onTimeout();
  };
  const run = (): void => {
    runsFrom = performance.now();
    if (timeoutMs === undefined) return;
    timer = setTimeout(useUp, Math.min(Math.max(0, timeoutMs - ranMs), LONGEST_TIMER_MS));
  };
  const rest = (): void => {
    clearTimeout(timer);
    if (runsFrom !== undefined) ranMs += performance.now() - runsFrom;
    runsFrom = undefined;
  };
  run();
  return {
    hold: () => {
      holders += 1;
      if (holders === 1) rest();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        // At its end nobody may start it again.
        if (holders === 0) run();
      };
    },
    restart: () => {
      ranMs = 0;
      if (holders > 0) return;
      clearTimeout(timer);
      run();
    },
    isUsedUp: () => isUsedUp,
    end: () => {
      rest();
      // A hold that is released later must not start it again.
      holders = Infinity;
      return Math.ceil(ranMs);
    },
  };
}
