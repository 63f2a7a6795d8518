import type { RunState } from './run-state.ts';

/** Whether the time that goes by now is active time: some agent or command is at work. */
export function isActive({ status, working }: RunState): boolean {
  return status === 'running' && working > 0;
}
