import type { GraphBlock, GraphEdge, GraphNode } from '../map-graph.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What something is drawn on: how large things are there and how far apart they stand.
 *
 * Units: whole ones of the medium, pixels or cells of a terminal.
 */
export interface Medium {
  /** The size of a node without blocks. */
  readonly sizeOf: (node: GraphNode) => Size;
  /** What stands above the blocks in a node. */
  readonly headOf: (node: GraphNode) => Size;
  readonly labelOf: (edge: GraphEdge) => Size;
  /** The caption of a block; nothing of it is drawn where its height is 0. */
  readonly captionOf: (block: GraphBlock) => Size;
  /** The mark from which a block starts. */
  readonly start: Size;
  readonly gaps: Gaps;
}

export interface Gaps {
  /** Between nodes and labels beside one another. */
  readonly beside: number;
  /** Between lines beside one another, and from one to the corner of its box. */
  readonly line: number;
  /** Between lines one above the other. */
  readonly track: number;
  /** From a row of boxes to the next where no line turns; and what is added on each side where one does. */
  readonly row: number;
  readonly turn: number;
  /** Around and between the blocks in a node. */
  readonly inside: number;
  /** Blocks in a node beside one another take at most this width; then a new row of them begins. */
  readonly maxRow: number;
  /** What a line takes of its own: a cell, or nothing where its place is its middle. */
  readonly thick: number;
  /** Two vertical lines nearer than this look like one. */
  readonly near: number;
}
