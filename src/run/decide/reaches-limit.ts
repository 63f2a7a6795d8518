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
  const reached = limitReached(state, before, live.clock.now().getTime());
  if (reached === undefined) return false;
  // Several blocks may come to it, and one record says it.
  if (state.reached?.limit !== reached.limit) batch.add('limit.reached', ROOT_ADDRESS, reached);
  return true;
}

/** Whether all that is left is set aside for those at work: what they leave of it will be known when they end. */
export function isReserved({ limits, costUsd, reservedUsd }: RunState): boolean {
  return limits.costUsd !== null && reservedUsd > 0 && costUsd + reservedUsd >= limits.costUsd;
}

/** The first limit that leaves no room, if one does. */
export function limitReached(
  state: RunState,
  before: 'entry' | 'turn' | 'command',
  nowMs: number,
): RunEventData['limit.reached'] | undefined {
  const { limits } = state;
  const used = {
    steps: before === 'entry' ? state.steps : -1,
    costUsd: state.costUsd,
    tokens: state.tokens,
    durationMs: activeMsAt(state, nowMs),
  };
  for (const limit of ['steps', 'costUsd', 'tokens', 'durationMs'] as const) {
    const max = limits[limit];
    if (max !== null && used[limit] >= max) return { limit, max, used: used[limit], until: null };
  }
  return undefined;
}

/** Active time up to now: the state knows it up to its last event. Units: ms. */
export function activeMsAt(state: RunState, nowMs: number): number {
  return state.activeMs + (isActive(state) ? Math.max(0, nowMs - state.lastAtMs) : 0);
}
