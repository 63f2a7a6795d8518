import type { Program } from '../../run/program.ts';
import { blocksIn } from '../../run/blocks-in.ts';

/** Whether a map, or one that runs as a part of it, has a task whose answer needs a signature. */
export function hasSignedTask({ map, maps }: Program): boolean {
  const isSigned = blocksIn(map.block).some(({ tasks }) =>
    tasks.some((task) => task.type === 'human' && task.signed),
  );
  return isSigned || [...maps.values()].some(hasSignedTask);
}
