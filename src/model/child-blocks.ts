import type { Block, Task } from './block.ts';

/** A block inside a task. Shape: `key` is the name of the branch; undefined for a body. */
export interface ChildBlock {
  readonly block: Block;
  readonly key: string | undefined;
}

/** The blocks that a task is written around: its branches, or the body of its items. */
export function childBlocksOf(task: Task): readonly ChildBlock[] {
  switch (task.type) {
    case 'parallel':
      return task.branches.map(({ name, block }) => ({ block, key: name }));
    case 'foreach':
      return [{ block: task.body, key: undefined }];
    case 'claude':
    case 'shell':
    case 'human':
    case 'decide':
    case 'workflow':
    case 'end':
      break;
  }
  return [];
}
