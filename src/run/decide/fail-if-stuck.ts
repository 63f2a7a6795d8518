import type { Batch } from '../live/batch.ts';
import { fail } from './fail.ts';
import type { LiveRun } from '../live/live-run.ts';
import { runningBlocks } from '../state/running-blocks.ts';
import type { OpenTask } from '../state/run-state.ts';

/**
 * Fails a task that says where it leads then (`onError`), once all of its blocks that are not over are stuck: a step of
 * their worktrees could not be taken. The others finish first. Without an `onError` the run pauses there.
 */
export function failIfStuck({ state }: LiveRun, batch: Batch, open: OpenTask): void {
  const { task } = open;
  if (!('workspace' in task) || task.workspace.kind !== 'worktree' || task.onError === undefined) return;
  let reason: string | undefined;
  for (const [key, { stuck }] of runningBlocks(state, open)) {
    if (stuck === undefined) return;
    reason ??= `"${key}": ${stuck}`;
  }
  if (reason !== undefined) fail(batch, open, { reason, fault: 'permanent' });
}
