import type { GraphBlock, GraphEdge, GraphNode } from '../../graph/map-graph.ts';
import { backEdgesOf } from '../../graph/layout/back-edges.ts';
import type { BlockRow, SpanRow } from '../../report/shapes.ts';
import type { RunModel } from '../model/run-model.ts';
import { wayKey } from '../model/run-model.ts';

/** The part of a map that a block of a run goes by; undefined where the map does not have it. */
export function graphBlockOf(
  model: RunModel,
  root: GraphBlock,
  block: BlockRow | undefined,
): GraphBlock | undefined {
  if (block === undefined || block.kind === 'root') return root;
  const parent = model.parentOf(block);
  if (parent === undefined) return undefined;
  const around = graphBlockOf(model, root, model.blocks[parent.block]);
  const node = around?.nodes.find(({ name }) => name === parent.task);
  return node?.blocks.find(({ caption }) => caption === block.key) ?? node?.blocks[0];
}

/** What a block has been through, and the shortest way from there to a good end: without what was never reached. */
export function pathGraph(graph: GraphBlock, spans: readonly SpanRow[], isOver: boolean): GraphBlock {
  const places = new Map(graph.nodes.map(({ name }, place) => [name, place] as const));
  const shown = new Set<number>();
  const ways = new Set<string>();
  for (const [index, { task }] of spans.entries()) {
    const place = places.get(task);
    if (place === undefined) continue;
    shown.add(place);
    const next = spans[index + 1];
    if (next !== undefined && !next.resumes) ways.add(wayKey(task, next.task));
  }
  const last = places.get(spans.at(-1)?.task ?? '') ?? graph.start;
  if (last !== undefined) shown.add(last);
  const ahead = isOver || last === undefined ? [] : wayToEnd(graph, last);
  for (const { from, to } of ahead) {
    shown.add(from);
    shown.add(to);
  }
  return subgraph(graph, shown, (edge) => {
    const [from, to] = [graph.nodes[edge.from]?.name ?? '', graph.nodes[edge.to]?.name ?? ''];
    return ways.has(wayKey(from, to)) || ahead.includes(edge);
  });
}

function wayToEnd({ nodes, edges, ...graph }: GraphBlock, from: number): readonly GraphEdge[] {
  const back = backEdgesOf({ nodes, edges, ...graph });
  const cameBy = new Map<number, GraphEdge | null>([[from, null]]);
  for (const place of cameBy.keys()) {
    if (isGoodEnd(nodes[place], edges, place)) return edgesTo(place, cameBy);
    for (const edge of edges) {
      if (edge.from !== place || edge.kind !== 'action' || back.has(edge) || cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
    }
  }
  return [];
}

function isGoodEnd(node: GraphNode | undefined, edges: readonly GraphEdge[], place: number): boolean {
  if (node === undefined || node.isFailed) return false;
  return node.kind === 'end' || edges.every(({ from }) => from !== place);
}

function edgesTo(place: number, cameBy: ReadonlyMap<number, GraphEdge | null>): readonly GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (let edge = cameBy.get(place); edge != null; edge = cameBy.get(edge.from)) edges.unshift(edge);
  return edges;
}

/** Edges between the same tasks are one: the picture of a run shows where it went; the step shows why. */
function subgraph(
  { nodes, edges, start, caption }: GraphBlock,
  shown: ReadonlySet<number>,
  isShown: (edge: GraphEdge) => boolean,
): GraphBlock {
  const kept = [...shown].toSorted((a, b) => a - b);
  const places = new Map(kept.map((place, index) => [place, index] as const));
  const joined = new Map<string, GraphEdge>();
  for (const edge of edges) {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (from === undefined || to === undefined || !isShown(edge)) continue;
    const key = `${from} ${to}`;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, { ...edge, from, to });
    else joined.set(key, { ...known, ways: [...known.ways, ...edge.ways] });
  }
  return {
    caption,
    start: start === undefined ? undefined : places.get(start),
    nodes: kept.flatMap((place) => nodes[place] ?? []),
    edges: [...joined.values()],
  };
}
