import type { GraphBlock, GraphEdge, GraphNode } from '../map-graph.ts';
import type { Point } from './medium.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A block with a place for everything in it. All places are whole numbers from the block's own upper left corner. */
export interface PlacedBlock {
  readonly block: GraphBlock;
  readonly width: number;
  readonly height: number;
  readonly start: PlacedStart | undefined;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** The mark from which a block starts, and the line from it to the first node. */
export interface PlacedStart extends Rectangle {
  readonly line: readonly Point[];
}

export interface PlacedNode extends Rectangle {
  readonly node: GraphNode;
  readonly blocks: readonly InnerBlock[];
}

/** A block in a node: its frame, from the corner of the block around; its content begins at `inset` in that. */
export interface InnerBlock extends Rectangle {
  readonly inset: Point;
  readonly placed: PlacedBlock;
}

/**
 * Shape: the line goes along `before` to the label, and along `after` to the target, in right angles; a node that leads
 * to itself has its label at its right side, and no lines.
 */
export interface PlacedEdge {
  readonly edge: GraphEdge;
  readonly label: Rectangle;
  readonly before: readonly Point[];
  readonly after: readonly Point[];
}
