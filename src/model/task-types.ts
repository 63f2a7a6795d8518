import type { Task } from './block.ts';

export type TaskType = Task['type'];

interface TaskTypeFacts {
  /** Whether it runs child blocks: agents and commands work inside it, with settings of their own. */
  readonly hasChildBlocks: boolean;
  /** Whether it has a result of its own, which `as` names. */
  readonly hasResult: boolean;
  /** Whether it has this result before its guards are evaluated. A person answers after that. */
  readonly guardsReadResult: boolean;
  /** The name by which its guards and arguments read the result, in addition to `result`. */
  readonly resultName?: string;
  /** Who chooses among its actions, if none of them has a guard. */
  readonly chooser: 'agent' | 'person' | 'guard';
}

/** The types of tasks. Messages name several in this order. */
export const TASK_TYPES: Readonly<Record<TaskType, TaskTypeFacts>> = {
  claude: { hasChildBlocks: false, hasResult: true, guardsReadResult: true, chooser: 'agent' },
  shell: { hasChildBlocks: false, hasResult: true, guardsReadResult: true, chooser: 'guard' },
  human: { hasChildBlocks: false, hasResult: true, guardsReadResult: false, chooser: 'person' },
  decide: { hasChildBlocks: false, hasResult: false, guardsReadResult: false, chooser: 'guard' },
  parallel: {
    hasChildBlocks: true,
    hasResult: true,
    guardsReadResult: true,
    resultName: 'branches',
    chooser: 'guard',
  },
  foreach: {
    hasChildBlocks: true,
    hasResult: true,
    guardsReadResult: true,
    resultName: 'items',
    chooser: 'guard',
  },
  workflow: { hasChildBlocks: true, hasResult: true, guardsReadResult: true, chooser: 'guard' },
  end: { hasChildBlocks: false, hasResult: false, guardsReadResult: false, chooser: 'guard' },
};

export function isTaskType(name: string): name is TaskType {
  return Object.hasOwn(TASK_TYPES, name);
}

export const TASK_TYPE_NAMES: readonly TaskType[] = Object.keys(TASK_TYPES).filter(isTaskType);

/** All types that do something and have actions. */
export const ACTIVE_TYPES = TASK_TYPE_NAMES.filter((each) => each !== 'end');

/** The words that a task of the map language begins with, as alternatives of a regular expression. */
export const ACTIVE_TYPES_PATTERN = ACTIVE_TYPES.join('|');
