import { blockKeyOf, childPathOf } from '../../model/address.ts';
import type { BlockInstance } from './block-instance.ts';
import type { OpenTask, RunState } from './run-state.ts';

/** The blocks of an execution that are not over, by key, in the order of the map or of the items. */
export function* runningBlocks(
  { blocks }: Pick<RunState, 'blocks'>,
  { address, children }: OpenTask,
): Iterable<readonly [key: string, instance: BlockInstance]> {
  for (const [key, { status }] of children?.byKey ?? []) {
    if (status !== 'running') continue;
    const instance = blocks.get(blockKeyOf(childPathOf(address, key)));
    if (instance !== undefined) yield [key, instance];
  }
}

/** The execution that a block is inside of; undefined for the root. */
export function executionAround(
  { blocks, open }: Pick<RunState, 'blocks' | 'open'>,
  { path }: BlockInstance,
): OpenTask | undefined {
  return path.length === 0 ? undefined : open.get(blocks.get(blockKeyOf(path.slice(0, -1)))?.open ?? 0);
}
