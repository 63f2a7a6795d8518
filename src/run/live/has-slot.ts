import type { Task } from '../../model/block.ts';
import type { LiveRun } from './live-run.ts';

/** Whether another agent or command may be at work beside those that are. */
export function hasSlot({ state, settings, steps }: Pick<LiveRun, 'state' | 'settings' | 'steps'>): boolean {
  let working = state.working;
  // Worktrees that are being made for somebody have the place already.
  for (const step of steps.values())
    if (step === 'plan' || step === 'make' || step === 'set up') working += 1;
  return working < settings.concurrency;
}

const NEEDS_SLOT: Readonly<Record<Task['type'], boolean>> = {
  claude: true,
  shell: true,
  human: false,
  decide: false,
  parallel: false,
  foreach: false,
  workflow: false,
  end: false,
};

/** Whether a task needs somebody at work, whose number is bounded. */
export function needsSlot({ type }: Task): boolean {
  return NEEDS_SLOT[type];
}
