import type { ActiveTask, Block, Task } from '../model/block.ts';
import type { WorkflowMap } from '../model/map.ts';

/** A block of a map. Shape: `outer` and `task` are the block around it and the task of that which holds it. */
export interface PlacedBlock {
  readonly block: Block;
  readonly around: { readonly outer: PlacedBlock; readonly task: ActiveTask } | undefined;
}

const known = new WeakMap<WorkflowMap, readonly PlacedBlock[]>();

/** All blocks of a map, each after the one around it. Made once a map. */
export function placedBlocksOf(map: WorkflowMap): readonly PlacedBlock[] {
  const made = known.get(map);
  if (made) return made;
  const blocks: PlacedBlock[] = [{ block: map.block, around: undefined }];
  // A list grows while it is walked.
  for (const outer of blocks) {
    for (const task of outer.block.tasks) {
      if (task.type === 'end') continue;
      for (const block of innerBlocksOf(task)) blocks.push({ block, around: { outer, task } });
    }
  }
  known.set(map, blocks);
  return blocks;
}

/** All blocks of a map, each after the one around it. */
export function blocksOf(map: WorkflowMap): readonly Block[] {
  return placedBlocksOf(map).map(({ block }) => block);
}

/** All tasks of all blocks. */
export function tasksOf(map: WorkflowMap): readonly Task[] {
  return blocksOf(map).flatMap(({ tasks }) => tasks);
}

function innerBlocksOf(task: ActiveTask): readonly Block[] {
  if (task.type === 'parallel') return task.branches.map(({ block }) => block);
  return task.type === 'foreach' ? [task.body] : [];
}
