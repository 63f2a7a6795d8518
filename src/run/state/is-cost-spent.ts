import type { RunState } from './run-state.ts';

/** Whether a run has spent all that its limit of cost allows. */
export function isCostSpent({ limits, costUsd }: Pick<RunState, 'limits' | 'costUsd'>): boolean {
  return limits.costUsd !== null && costUsd >= limits.costUsd;
}
