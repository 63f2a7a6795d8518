import type { ActiveTask, Block, ForeachTask, Task } from '../../model/block.ts';
import { childBlocksOf } from '../../model/child-blocks.ts';
import type { WorkflowMap } from '../../model/map.ts';

/**
 * A block of a map.
 *
 * Shape: `around` is the block that holds it, and the task of that; `key` the name of the branch, undefined for a body.
 * Units: `depth` is 0 for the map itself.
 */
export interface BlockNode {
  readonly block: Block;
  readonly depth: number;
  readonly around:
    { readonly outer: BlockNode; readonly task: ActiveTask; readonly key: string | undefined } | undefined;
}

/** Kept as long as the map: a node is the key of what is known about it, so there is one of each. */
const known = new WeakMap<WorkflowMap, readonly BlockNode[]>();

/** All blocks of a map, each after the one around it. Made once a map. */
export function blockNodesOf(map: WorkflowMap): readonly BlockNode[] {
  const made = known.get(map);
  if (made) return made;
  const blocks: BlockNode[] = [{ block: map.block, depth: 0, around: undefined }];
  // A list grows while it is walked.
  for (const outer of blocks) {
    for (const task of outer.block.tasks) {
      for (const { block, key } of childBlocksOf(task)) {
        const around = task.type === 'end' ? undefined : { outer, task, key };
        blocks.push({ block, depth: outer.depth + 1, around });
      }
    }
  }
  known.set(map, blocks);
  return blocks;
}

/** All blocks of a map, each after the one around it. */
export function blocksOf(map: WorkflowMap): readonly Block[] {
  return blockNodesOf(map).map(({ block }) => block);
}

/** All tasks of all blocks. */
export function tasksOf(map: WorkflowMap): readonly Task[] {
  return blocksOf(map).flatMap(({ tasks }) => tasks);
}

/** The nearest foreach task whose body a block is, or is inside of. */
export function foreachAround(blockNode: BlockNode): ForeachTask | undefined {
  for (let { around } = blockNode; around; { around } = around.outer) {
    if (around.task.type === 'foreach') return around.task;
  }
  return undefined;
}

/** Whether nothing may be written in a block: by the nearest task around it that says where it works. */
export function isReadonly({ around }: BlockNode): boolean {
  if (!around) return false;
  const kind = 'workspace' in around.task ? around.task.workspace.kind : 'shared';
  return kind === 'shared' ? isReadonly(around.outer) : kind === 'readonly';
}

/** What a message calls a block; begins a sentence. */
export function describeBlock({ around }: BlockNode): string {
  if (!around) return 'The map';
  const { task, key } = around;
  return key === undefined ? `The body of task "${task.name}"` : `Branch "${key}" of task "${task.name}"`;
}
