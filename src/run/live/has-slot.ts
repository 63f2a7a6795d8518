import type { LiveRun } from './live-run.ts';

type Places = Pick<LiveRun, 'state' | 'settings' | 'steps' | 'preparing'>;

/** Whether another agent or command may be at work beside those that are. */
export function hasSlot(live: Places): boolean {
  return freeSlots(live) > 0;
}

/** How many more agents and commands may be at work; below 0 where more are than may be now. */
export function freeSlots({ state, settings, steps, preparing }: Places): number {
  let working = state.working + preparing.size;
  // Worktrees that are being made for somebody have the place already.
  for (const step of steps.values())
    if (step === 'plan' || step === 'make' || step === 'set up') working += 1;
  return settings.concurrency - working;
}
