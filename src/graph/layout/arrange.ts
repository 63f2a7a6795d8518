import { Graph, layout } from '@dagrejs/dagre';
import { invariant } from '../../util/invariant.ts';
import type { Point } from './medium.ts';

/** Something that takes room; `width` in units of the medium. */
export interface Vertex {
  readonly width: number;
}

/** A line from one vertex to another below it; the greater its weight, the shorter it should be. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/**
 * In which row each vertex is and where its middle is there.
 *
 * Shape: `columns` has for each link where it goes through the rows between those of its ends.
 */
export interface Arrangement {
  readonly rows: readonly number[];
  readonly middles: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

/**
 * Puts vertices in rows so that all links go down, few of them cross and most are straight.
 *
 * Shape: links must not go in a circle. The same input gives the same arrangement.
 * Source: Gansner et al., "A Technique for Drawing Directed Graphs" (1993), by dagre.
 */
export function arrange(
  vertices: readonly Vertex[],
  links: readonly Link[],
  gaps: { readonly beside: number; readonly line: number },
): Arrangement {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: gaps.beside, edgesep: gaps.line, ranksep: 2 });
  for (const [place, { width }] of vertices.entries()) graph.setNode(`v${place}`, { width, height: 0 });
  for (const [place, { from, to, weight }] of links.entries()) {
    graph.setEdge(`v${from}`, `v${to}`, { minlen: 1, weight, width: 0, height: 0 }, `l${place}`);
  }
  layout(graph);
  // Nothing has a height, so rows are one unit apart.
  const placed = vertices.map((_, place) => {
    const { x, y } = pointIn(graph.node(`v${place}`));
    return { x, row: Math.round(y) };
  });
  const used = [...new Set(placed.map(({ row }) => row))].toSorted((one, other) => one - other);
  const rowOf = new Map(used.map((row, place) => [row, place]));
  const columns = links.map(({ from, to }, place) => {
    const points = pointsIn(graph.edge(`v${from}`, `v${to}`, `l${place}`));
    // Dagre keeps a row between all rows free for labels, which are vertices here.
    return points.slice(1, -1).flatMap(({ x, y }) => (rowOf.has(Math.round(y)) ? [x] : []));
  });
  return { rows: placed.map(({ row }) => rowOf.get(row) ?? 0), middles: placed.map(({ x }) => x), columns };
}

/** Its own types get lost on the way; what it writes into what it is given is looked at. */
function pointIn(value: unknown): Point {
  invariant(isObject(value) && 'x' in value && 'y' in value, 'The layout places everything.');
  const { x, y } = value;
  invariant(typeof x === 'number' && typeof y === 'number', 'The layout gives numbers.');
  return { x, y };
}

function pointsIn(value: unknown): readonly Point[] {
  invariant(isObject(value) && 'points' in value && Array.isArray(value.points), 'The layout gives lines.');
  return value.points.map(pointIn);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
