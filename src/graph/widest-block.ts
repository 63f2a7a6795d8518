import type { GraphBlock } from './map-graph.ts';

/** How many nodes the block with the most of them has, those in its nodes not counted. */
export function widestBlock({ nodes }: GraphBlock): number {
  const inner = nodes.flatMap(({ blocks }) => blocks.map(widestBlock));
  return inner.reduce((most, each) => Math.max(most, each), nodes.length);
}
