import { childBlocksOf } from '../../model/child-blocks.ts';
import type { Block } from '../../model/block.ts';
import type { Program } from './program.ts';

/** All blocks of a program: of its map, of those inside of its tasks, and of the maps that run as a part of it. */
export function blocksIn({ map, maps }: Program): readonly Block[] {
  return [...blocksOf(map.block), ...[...maps.values()].flatMap(blocksIn)];
}

function blocksOf(block: Block): readonly Block[] {
  return [block, ...block.tasks.flatMap(childBlocksOf).flatMap((child) => blocksOf(child.block))];
}
