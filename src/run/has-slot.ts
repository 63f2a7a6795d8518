import type { Task } from '../model/block.ts';
import type { LiveRun } from './live-run.ts';

/** Whether another agent or command may be at work beside those that are. */
export function hasSlot({ state, settings }: Pick<LiveRun, 'state' | 'settings'>): boolean {
  return state.working < settings.concurrency;
}

/** Whether a task needs somebody at work, whose number is bounded. */
export function needsSlot({ type }: Task): boolean {
  return type === 'claude' || type === 'shell';
}
