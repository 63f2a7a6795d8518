import type { Action, Reference } from './action.ts';
import type { Assignment, PromptSource, Reminder, Task } from './block.ts';
import type { Field, Param } from './field.ts';
import { TASK_TYPES } from './task-types.ts';

// What a task has, whatever its type: code asks for what it needs, and not for the types that have it.

/** A task with a prompt, and with parameters for it. */
export type PromptedTask = Extract<Task, { readonly prompt: PromptSource }>;

export function isPrompted(task: Task): task is PromptedTask {
  return 'prompt' in task;
}

/** The transitions out of a task; none of an end. */
export function actionsOf(task: Task): readonly Action[] {
  return 'actions' in task ? task.actions : [];
}

/** The parameters that a task has of its own. */
export function paramsOf(task: Task): readonly Param[] {
  return isPrompted(task) ? task.params : [];
}

/** The fields that a task asks a person for. */
export function fieldsOf(task: Task): readonly Field[] {
  return 'fields' in task ? task.fields : [];
}

/** The names that a task binds before its guards are evaluated. */
export function assignmentsOf(task: Task): readonly Assignment[] {
  return 'set' in task ? task.set : [];
}

/** The role whose prompt comes before that of the task. */
export function roleOf(task: Task): Reference | undefined {
  return 'agent' in task ? task.agent : undefined;
}

export function reminderOf(task: Task): Reminder | undefined {
  return 'reminder' in task ? task.reminder : undefined;
}

/** The name of the item in the child blocks of a task. */
export function itemNameOf(task: Task): string | undefined {
  return 'item' in task ? task.item : undefined;
}

/** Whether a task itself can change files: an agent or a command does its work. */
export function canChange({ type }: Task): boolean {
  return TASK_TYPES[type].needsSlot;
}

/** The names by which the guards and arguments of a task read its result. */
export function resultNamesOf({ type }: Task): readonly string[] {
  const { resultName } = TASK_TYPES[type];
  return resultName === undefined ? ['result'] : ['result', resultName];
}

/** Whether any action of a task has a guard. */
export function isGuarded(task: Task): boolean {
  return actionsOf(task).some(({ when }) => when !== undefined);
}

/** Who chooses the action of a task: a person always does, an agent where no action has a guard. */
export function chooserOf(task: Task): 'agent' | 'person' | 'guard' {
  const { chooser } = TASK_TYPES[task.type];
  return chooser === 'agent' && isGuarded(task) ? 'guard' : chooser;
}
