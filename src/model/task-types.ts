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
  /** Whether an execution counts as a step of the run. */
  readonly isStep: boolean;
  /** Whether it starts an agent or a command, of which only so many run at the same time. */
  readonly needsSlot: boolean;
}

/** What most types are: tasks that have a result and are routed by guards that read it. */
const COMMON: TaskTypeFacts = {
  hasChildBlocks: false,
  hasResult: true,
  guardsReadResult: true,
  chooser: 'guard',
  isStep: true,
  needsSlot: false,
};
/** A task that only leads on, or ends its block. */
const IMMEDIATE: TaskTypeFacts = { ...COMMON, hasResult: false, guardsReadResult: false, isStep: false };

/** The types of tasks. Messages name several in this order. */
export const TASK_TYPES: Readonly<Record<TaskType, TaskTypeFacts>> = {
  claude: { ...COMMON, chooser: 'agent', needsSlot: true },
  shell: { ...COMMON, needsSlot: true },
  human: { ...COMMON, chooser: 'person', guardsReadResult: false },
  decide: IMMEDIATE,
  parallel: { ...COMMON, hasChildBlocks: true, resultName: 'branches' },
  foreach: { ...COMMON, hasChildBlocks: true, resultName: 'items' },
  workflow: { ...COMMON, hasChildBlocks: true },
  end: IMMEDIATE,
};

export function isTaskType(name: string): name is TaskType {
  return Object.hasOwn(TASK_TYPES, name);
}

export const TASK_TYPE_NAMES: readonly TaskType[] = Object.keys(TASK_TYPES).filter(isTaskType);

/** All types that do something and have actions. */
export const ACTIVE_TYPES = TASK_TYPE_NAMES.filter((each) => each !== 'end');

/** The words that a task of the map language begins with, as alternatives of a regular expression. */
export const ACTIVE_TYPES_PATTERN = ACTIVE_TYPES.join('|');
