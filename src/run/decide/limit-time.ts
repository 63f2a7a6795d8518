import { isActive } from '../state/is-active.ts';
import type { LiveRun } from '../live/live-run.ts';
import { LONGEST_TIMER_MS } from '../../util/longest-timer.ts';
import { activeMsAt } from './reaches-limit.ts';

/** Tells, once, when the run's active time is used up while something is under way. */
export function limitTime(
  { state, clock }: LiveRun,
  report: () => void,
): { readonly rearm: () => void; readonly dispose: () => void } {
  let timer: AbortController | undefined;
  // What is told to stop may take its time; nothing new begins meanwhile, because the limit is reached.
  let isReported = false;
  const restMsOf = (durationMs: number): number => durationMs - activeMsAt(state, clock.now().getTime());
  const reportAfter = async (durationMs: number, signal: AbortSignal): Promise<void> => {
    await clock.sleep(Math.min(Math.max(restMsOf(durationMs), 0), LONGEST_TIMER_MS), signal);
    if (signal.aborted) return;
    // A timer may fire a little early, and cannot count for as long as some limits.
    isReported = restMsOf(durationMs) <= 0;
    if (isReported) report();
    else rearm();
  };
  const dispose = (): void => timer?.abort();
  const rearm = (): void => {
    dispose();
    const { durationMs } = state.limits;
    if (durationMs === null || isReported || !isActive(state)) return;
    timer = new AbortController();
    void reportAfter(durationMs, timer.signal);
  };
  return { rearm, dispose };
}
