import type { RunState } from './run-state.ts';

/** Whether the time that goes by now is active time: something is under way that is no wait, for a person or a limit. */
export function isActive({ status, open, waiting, reached }: RunState): boolean {
  return status === 'running' && open.size > waiting && reached?.limit !== 'subscription';
}
