import type { StopReason } from '../../run/live/live-run.ts';

/** Units: ms. A process that does not end after a kill is left to the watchdog. */
const LAST_RESORT_MS = 3000;

/**
 * Turns signals into a stop and a kill: the first asks the run to stop resumably, the second ends it at once.
 *
 * Shape: `isAtWork` says whether an agent or a command is, which needs time to end; `dispose` gives the signals back to Node.
 */
export function createInterrupts(
  announce: (text: string) => void,
  isAtWork: () => boolean,
): {
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
  readonly dispose: () => void;
} {
  const stop = new AbortController();
  const kill = new AbortController();
  const listeners = Object.entries(SIGNALS).map(([signal, exitCode]) => {
    const listener = (): void => {
      if (!stop.signal.aborted) {
        const reason: StopReason = { message: `Stopped by ${signal}.`, exitCode };
        announce(
          isAtWork()
            ? 'Stopping: the agent gets 5 s to end. Again to end at once.'
            : 'Stopping. Again to end at once.',
        );
        stop.abort(reason);
      } else {
        kill.abort();
        setTimeout(() => process.exit(exitCode), LAST_RESORT_MS).unref();
      }
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return {
    stop: stop.signal,
    kill: kill.signal,
    dispose: () => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
    },
  };
}

/** Ends a command that only looks, whatever it is doing. What has taken the terminal leaves it as the process ends. */
export function exitOnSignals(): void {
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => process.exit(exitCode));
}

/** By convention 128 and the signal's number. */
const SIGNALS: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
