import type { ActiveTask } from '../../model/block.ts';

/**
 * Whether the engine routes after a task, by the first action in written order whose guard holds.
 *
 * A person always chooses; an agent does where no action of its task has a guard.
 */
export function isRouted(task: ActiveTask): boolean {
  if (task.type === 'human') return false;
  return task.type !== 'claude' || task.actions.some(({ when }) => when !== undefined);
}
