import { childBlocksOf } from '../model/child-blocks.ts';
import type { Block } from '../model/block.ts';
import type { Program } from '../run/program/program.ts';

/**
 * A block of a map, as it is written.
 *
 * Shape: `steps` lead to it from the block of its map: tasks and the names of branches, `undefined` for the key of an item,
 * which only a run knows.
 */
export interface WrittenBlock {
  readonly block: Block;
  readonly steps: readonly (string | undefined)[];
}

/** The blocks of one map, its own first, without those of maps inside of it. */
export function blocksOfMap({ map }: Pick<Program, 'map'>): readonly WrittenBlock[] {
  return within(map.block, []);
}

function within(block: Block, steps: WrittenBlock['steps']): readonly WrittenBlock[] {
  return [
    { block, steps },
    ...block.tasks.flatMap((task): readonly WrittenBlock[] => {
      return childBlocksOf(task).flatMap((child) => within(child.block, [...steps, task.name, child.key]));
    }),
  ];
}

/** How a block is named in messages: `Build/*`; "" for that of the map. */
export function nameOfBlock({ steps }: WrittenBlock): string {
  return steps.map((step) => step ?? '*').join('/');
}

/** A program and all programs inside of it, each map once. */
export function programsIn(program: Program): readonly Program[] {
  const found = new Map<string, Program>();
  const visit = (each: Program): void => {
    if (found.has(each.source.path)) return;
    found.set(each.source.path, each);
    for (const inner of each.maps.values()) visit(inner);
  };
  visit(program);
  return [...found.values()];
}
