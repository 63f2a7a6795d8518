import type { Block } from '../model/block.ts';
import { childBlocksOf } from '../model/child-blocks.ts';
import { situationsOf } from '../model/claims.ts';
import type { Claim } from '../model/map.ts';

/**
 * The blocks in which a claim is judged, each activation for itself: those that have all the tasks it names, themselves or in
 * blocks inside. A moment is judged in the innermost of them around it.
 *
 * Shape: `root`, the block of the map, is always among them, and alone for `eventually` and for a claim with a situation that
 * names no task: these speak of the whole run.
 */
export function scopesOf(claim: Claim, root: Block): ReadonlySet<Block> {
  const scopes = new Set([root]);
  const names = situationsOf(claim).map(({ task }) => task);
  if (claim.kind !== 'eventually' && !names.includes(undefined)) collect(root, names, scopes);
  return scopes;
}

/** Shape: the names of all tasks in a block and inside of it. */
function collect(block: Block, names: readonly unknown[], scopes: Set<Block>): ReadonlySet<unknown> {
  const tasks = new Set<unknown>();
  for (const task of block.tasks) {
    tasks.add(task.name);
    for (const child of childBlocksOf(task))
      for (const name of collect(child.block, names, scopes)) tasks.add(name);
  }
  if (names.every((name) => tasks.has(name))) scopes.add(block);
  return tasks;
}
