import type { Address, BlockStep } from './address.ts';

/**
 * Where a block is, as a person writes it: `Review/impact`, `Review#2/impact` at the second visit of Review.
 *
 * Shape: "" for the block of the map itself.
 */
export function placeOfBlock(block: readonly BlockStep[]): string {
  return block
    .map(({ task, key, activation }) => `${task}${activation > 1 ? `#${activation}` : ''}/${key}`)
    .join('/');
}

/** Where a task is: `Review/impact/Look`; its bare name in the block of the map itself. */
export function placeOfTask({ block, task = '' }: Address): string {
  return block.length === 0 ? task : `${placeOfBlock(block)}/${task}`;
}
