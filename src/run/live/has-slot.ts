import type { LiveRun } from './live-run.ts';

/** Whether another agent or command may be at work beside those that are. */
export function hasSlot({
  state,
  settings,
  steps,
  preparing,
}: Pick<LiveRun, 'state' | 'settings' | 'steps' | 'preparing'>): boolean {
  let working = state.working + preparing.size;
  // Worktrees that are being made for somebody have the place already.
  for (const step of steps.values())
    if (step === 'plan' || step === 'make' || step === 'set up') working += 1;
  return working < settings.concurrency;
}
