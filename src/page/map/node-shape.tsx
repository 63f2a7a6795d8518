import type { JSX } from 'preact';
import type { PlacedNode } from '../../graph/layout/placed.ts';
import type { GraphNode } from '../../graph/map-graph.ts';
import { KIND_PATHS } from '../model/signs.tsx';
import { nameOf } from './map-medium.ts';

interface NodeShapeProps {
  readonly placed: PlacedNode;
  /** Whether rows stand below its name. */
  readonly hasRows?: boolean;
}

/** The box of a task in the form of its type, with its sign and its name. */
export function NodeShape({ placed, hasRows = false }: NodeShapeProps): JSX.Element {
  const { node, width, height } = placed;
  return (
    <>
      <path class="box" d={boxOf(node, width, height)} />
      <path class="kind-sign" d={KIND_PATHS[node.kind]} transform={`translate(11 ${hasRows ? 8 : 7})`} />
      <text class="name" x={31} y={hasRows ? 20 : 18}>
        {nameOf(node)}
      </text>
    </>
  );
}

function boxOf({ kind }: GraphNode, width: number, height: number): string {
  if (kind === 'decide') {
    return `M9 0H${width - 9}L${width} 9V${height - 9}L${width - 9} ${height}H9L0 ${height - 9}V9Z`;
  }
  const r = kind === 'end' ? height / 2 : kind === 'shell' ? 2 : 7;
  return (
    `M${r} 0H${width - r}A${r} ${r} 0 0 1 ${width} ${r}V${height - r}A${r} ${r} 0 0 1 ${width - r} ${height}` +
    `H${r}A${r} ${r} 0 0 1 0 ${height - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`
  );
}
