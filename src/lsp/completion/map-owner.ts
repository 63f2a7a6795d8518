import { TASK_TYPES } from '../../model/task-types.ts';
import { fieldOf } from '../../language/fields.ts';
import type { Task } from '../../model/block.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { assignmentsOf } from '../../model/tasks.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import { onEntry, type ProgramPoint } from '../../validate/blocks/program-point.ts';
import type { PromptSubject } from '../../validate/blocks/rule.ts';

/** What a path of keys is in. Shape: `rest` are the keys below the task, or below the block where there is none. */
export interface MapOwner {
  readonly blockNode: BlockNode;
  readonly taskName: string | undefined;
  /** Undefined where the map that is known has no such task yet. */
  readonly task: Task | undefined;
  readonly rest: readonly string[];
}

/** Finds the block and the task that a path of keys leads through. */
export function ownerOf(map: WorkflowMap, path: readonly string[]): MapOwner | undefined {
  const blocks = blockNodesOf(map);
  let blockNode = blocks[0];
  let at = 0;
  while (blockNode) {
    if (path[at] !== 'taskDefinitions' || path.length < at + 2) {
      return { blockNode, taskName: undefined, task: undefined, rest: path.slice(at) };
    }
    const taskName = path[at + 1];
    const around: BlockNode = blockNode;
    const task: Task | undefined = around.block.tasks.find(({ name }) => name === taskName);
    at += 2;
    const isBranch = path[at] === 'branches' && path.length > at + 2;
    const isBody = path[at] === 'body' && path.length > at + 1;
    if (!isBranch && !isBody) return { blockNode, taskName, task, rest: path.slice(at) };
    const key = isBranch ? path[at + 1] : undefined;
    at += isBranch ? 2 : 1;
    blockNode = blocks.find(
      ({ around: own }) => own?.task === task && own?.outer === around && own.key === key,
    );
  }
  return undefined;
}

/** Whether the expression of a field of a task reads the item that it is about. */
function seesItem(name: string): boolean {
  const field = fieldOf('task', name);
  return field?.kind === 'expression' && field.sees === 'item';
}

/** When an expression below a task is evaluated. */
export function pointOf({ blockNode, task, rest }: MapOwner, subject: PromptSubject): ProgramPoint {
  if (!task) return { blockNode, task: undefined, alsoBound: [], hasResult: false };
  const entry = onEntry(blockNode, task);
  const [field, , part] = rest;
  if (field === 'actions') {
    const { hasResult, guardsReadResult } = TASK_TYPES[task.type];
    const alsoBound = assignmentsOf(task).map(({ name }) => name);
    return { ...entry, hasResult: part === 'when' ? guardsReadResult : hasResult, alsoBound };
  }
  const environments = environmentsOf(subject);
  if (task.type === 'foreach' && seesItem(field ?? '')) {
    return { ...entry, extra: new Map([[task.item, environments.itemTypeOf(task, blockNode)]]) };
  }
  if (field === 'workspace' && (task.type === 'foreach' || task.type === 'parallel')) {
    return { ...entry, extra: new Map([['result', environments.partTypeOf(task)]]) };
  }
  return entry;
}
