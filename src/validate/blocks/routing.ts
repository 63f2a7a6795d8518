import type { ActiveTask } from '../../model/block.ts';
import { chooserOf } from '../../model/tasks.ts';

/** Whether the engine routes after a task, by the first action in written order whose guard is true. */
export function isRouted(task: ActiveTask): boolean {
  return chooserOf(task) === 'guard';
}
