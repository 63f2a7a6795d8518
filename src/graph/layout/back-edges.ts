import { strongComponents } from '../../validate/blocks/strong-components.ts';
import type { GraphBlock, GraphEdge } from '../map-graph.ts';

/**
 * The edges that lead back: those of a circle to a task that is written before, or that is the start.
 *
 * So the picture goes down in the order in which an author tells the story, and without them there is no circle.
 */
export function backEdgesOf({ nodes, edges, start }: GraphBlock): ReadonlySet<GraphEdge> {
  const next = nodes.map((): number[] => []);
  for (const { from, to } of edges) next[from]?.push(to);
  const circleOf = new Map<number, ReadonlySet<number>>();
  for (const each of strongComponents([...nodes.keys()], (node) => next[node] ?? [])) {
    for (const node of each) circleOf.set(node, each);
  }
  const order = (node: number): number => (node === start ? -1 : node);
  return new Set(
    edges.filter(({ from, to }) => circleOf.get(from)?.has(to) === true && order(to) < order(from)),
  );
}
