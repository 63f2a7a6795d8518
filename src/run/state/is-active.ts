import type { RunState } from './run-state.ts';

/** Whether the time that goes by now is active time: some agent or command is at work, and does not wait for a person. */
export function isActive({ status, working, held }: Pick<RunState, 'status' | 'working' | 'held'>): boolean {
  return status === 'running' && working > held.size;
}
