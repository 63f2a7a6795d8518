import type { ForeachTask } from '../../model/block.ts';
import { TASK_TYPES } from '../../model/task-types.ts';
import { hasSlot } from './has-slot.ts';
import type { LiveRun } from './live-run.ts';

/** Whether something waits for a place among the agents: what comes later must not begin before it. */
export function isCrowded(live: LiveRun): boolean {
  const { movable, lists } = live.state;
  if (movable.hasAside) return true;
  if (hasSlot(live)) return false;
  return [...lists].some(
    ({ task, children }) =>
      task.type === 'foreach' && beginsWithWork(live, task) && children?.schedule?.next() !== undefined,
  );
}

/** Whether the first thing that is done for an item takes a place. */
function beginsWithWork({ worktrees }: LiveRun, { body, workspace }: ForeachTask): boolean {
  if (worktrees !== undefined && workspace.kind === 'worktree') return true;
  const first = body.tasks.find(({ name }) => name === body.start);
  return first !== undefined && TASK_TYPES[first.type].needsSlot;
}
