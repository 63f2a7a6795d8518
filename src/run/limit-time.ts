import type { LiveRun } from './live-run.ts';
import { activeMsAt } from './reaches-limit.ts';

/** A timer that may run for longer would fire at once. Units: ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Tells when the run's active time is used up, while something is under way. */
export function limitTime(
  { state, clock }: LiveRun,
  tell: () => void,
): { readonly rearm: () => void; readonly dispose: () => void } {
  let timer: AbortController | undefined;
  const tellAfter = async (ms: number, signal: AbortSignal): Promise<void> => {
    await clock.sleep(ms, signal);
    if (!signal.aborted) tell();
  };
  const dispose = (): void => timer?.abort();
  return {
    dispose,
    rearm: () => {
      dispose();
      const { durationMs } = state.limits;
      if (durationMs === null || state.status !== 'running' || state.open.size <= state.waiting) return;
      const restMs = durationMs - activeMsAt(state, clock.now().getTime());
      const own = new AbortController();
      timer = own;
      void tellAfter(Math.min(Math.max(restMs, 0), MAX_TIMER_MS), own.signal);
    },
  };
}
