/** The time of a run, as a parameter: tests turn it by hand. */
export interface Clock {
  readonly now: () => Date;
  /** Resolves after `ms`, or at once when the signal aborts. Units: milliseconds. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    }),
};
