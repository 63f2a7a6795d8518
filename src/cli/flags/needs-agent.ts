import type { Block } from '../../model/block.ts';

/** Whether some task of the blocks is an agent's: a map without one runs where no agent is installed. */
export function needsAgent(blocks: readonly Block[]): boolean {
  return blocks.some(({ tasks }) => tasks.some(({ type }) => type === 'claude'));
}
