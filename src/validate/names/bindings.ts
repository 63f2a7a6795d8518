import type { ActiveTask, Assignment, Block } from '../../model/block.ts';
import { assignmentsOf } from '../../model/tasks.ts';

/** A name that a task binds in its block. Shape: `assignment` is undefined for its result (`as`). */
export interface BindingPlace {
  readonly name: string;
  readonly task: ActiveTask;
  readonly assignment: Assignment | undefined;
}

/** Everything that tasks of a block bind in it, in written order. What inner blocks bind stays in them. */
export function bindingsOf(block: Block): readonly BindingPlace[] {
  return block.tasks.flatMap((task) => (task.type === 'end' ? [] : bindingsIn(task)));
}

function bindingsIn(task: ActiveTask): readonly BindingPlace[] {
  const own = task.as === undefined ? [] : [{ name: task.as, task, assignment: undefined }];
  return [...assignmentsOf(task).map((assignment) => ({ name: assignment.name, task, assignment })), ...own];
}
