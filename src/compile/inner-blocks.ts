import type { Block, Task } from '../model/block.ts';

/** The blocks that a task is written around: its branches, or the body of its items. */
export function innerBlocksOf(task: Task): readonly Block[] {
  if (task.type === 'parallel') return task.branches.map((branch) => branch.block);
  return task.type === 'foreach' ? [task.body] : [];
}
