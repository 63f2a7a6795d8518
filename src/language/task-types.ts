import type { Task } from '../model/block.ts';

export type TaskType = Task['type'];

interface TaskTypeFacts {
  /** Whether it runs child blocks: agents and commands work inside it, with settings of their own. */
  readonly hasChildBlocks: boolean;
  /** Whether it has a result of its own, which `as` names. */
  readonly hasResult: boolean;
}

/** The types of tasks. Messages name several in this order. */
export const TASK_TYPES: Readonly<Record<TaskType, TaskTypeFacts>> = {
  claude: { hasChildBlocks: false, hasResult: true },
  shell: { hasChildBlocks: false, hasResult: true },
  human: { hasChildBlocks: false, hasResult: true },
  decide: { hasChildBlocks: false, hasResult: false },
  parallel: { hasChildBlocks: true, hasResult: true },
  foreach: { hasChildBlocks: true, hasResult: true },
  workflow: { hasChildBlocks: true, hasResult: true },
  end: { hasChildBlocks: false, hasResult: false },
};

export function isTaskType(name: string): name is TaskType {
  return Object.hasOwn(TASK_TYPES, name);
}

export const TASK_TYPE_NAMES: readonly TaskType[] = Object.keys(TASK_TYPES).filter(isTaskType);

/** All types that do something and have actions. */
export const ACTIVE_TYPES = TASK_TYPE_NAMES.filter((each) => each !== 'end');

/** The words that a task of the map language begins with, as alternatives of a regular expression. */
export const ACTIVE_TYPES_PATTERN = ACTIVE_TYPES.join('|');
