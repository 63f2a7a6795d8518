import type { Address, BlockStep } from '../../model/address.ts';

/** The same for every event of one visit of a task. */
export function visitKeyOf({ block, task, visit }: Address): string {
  return JSON.stringify([block, task, visit]);
}

/** The same for every event about one block. */
export function blockKeyOf(block: readonly BlockStep[]): string {
  return JSON.stringify(block.map(({ task, key, activation }) => [task, key, activation]));
}

/** The block that a task with parts has under a key. */
export function partOf({ block, task = '', visit = 1 }: Address, key: string): readonly BlockStep[] {
  return [...block, { task, key, activation: visit }];
}

/** Whether a block is another one or inside of it. */
export function isInside(block: readonly BlockStep[], outer: readonly BlockStep[]): boolean {
  return outer.length <= block.length && blockKeyOf(block.slice(0, outer.length)) === blockKeyOf(outer);
}
