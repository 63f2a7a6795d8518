import { ROOT_ADDRESS } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Batch } from '../live/batch.ts';
import { isActive } from '../state/is-active.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { RunState } from '../state/run-state.ts';

/**
 * Records that a limit of the run leaves no room: for another step on entry, for anything else always. A property that is violated
 * leaves none either, and is recorded already.
 */
export function reachesLimit(live: LiveRun, batch: Batch, before: 'entry' | 'turn' | 'command'): boolean {
  const { state } = live;
  if (state.violated !== undefined) return true;
  const reached = limitsReached(state, before, live.clock.now().getTime());
  recordReached(state, batch, reached);
  return reached.length > 0;
}

/** Several blocks may come to a limit, and one record says it. */
export function recordReached(
  { reached }: RunState,
  batch: Batch,
  all: readonly RunEventData['limit.reached'][],
): void {
  const isKnown = ({ limit }: RunEventData['limit.reached']): boolean =>
    reached.some((each) => each.limit === limit);
  for (const each of all) if (!isKnown(each)) batch.add('limit.reached', ROOT_ADDRESS, each);
}

/** Whether all that is left is set aside for those at work: what they leave of it will be known when they end. */
export function isReserved({ limits, costUsd, reservedUsd }: RunState): boolean {
  return limits.costUsd !== null && reservedUsd > 0 && costUsd + reservedUsd >= limits.costUsd;
}

/** The limits that leave no room. */
export function limitsReached(
  state: RunState,
  before: 'entry' | 'turn' | 'command',
  nowMs: number,
): readonly RunEventData['limit.reached'][] {
  const { limits } = state;
  const used = {
    steps: before === 'entry' ? state.steps : -1,
    costUsd: state.costUsd,
    tokens: state.tokens,
    durationMs: activeMsAt(state, nowMs),
  };
  return (['steps', 'costUsd', 'tokens', 'durationMs'] as const).flatMap((limit) => {
    const max = limits[limit];
    return max !== null && used[limit] >= max ? [{ limit, max, used: used[limit], until: null }] : [];
  });
}

/** Active time up to now: the state knows it up to its last event. Units: ms. */
export function activeMsAt(state: RunState, nowMs: number): number {
  return state.activeMs + (isActive(state) ? Math.max(0, nowMs - state.lastAtMs) : 0);
}
