import type { Task } from '../model/block.ts';

/**
 * A map as something to draw: tasks are nodes, ways between them edges, blocks in tasks are inside of their node.
 *
 * Shape: `size` counts the nodes of all blocks.
 */
export interface MapGraph {
  readonly title: string;
  readonly description: string;
  readonly block: GraphBlock;
  readonly size: number;
}

/** Nodes are in source order; `start` and the ends of edges are places among them. */
export interface GraphBlock {
  /** The name of a branch, or the path of a map in the map; "" where the block is the only one of its task. */
  readonly caption: string;
  readonly start: number | undefined;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** `missing` stands for a task that is named as a target and defined nowhere. */
export type NodeKind = Task['type'] | 'missing';

export interface GraphNode {
  /** Unique in the whole graph, plain: `n12`. */
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
  /** An end that is marked `failed`. */
  readonly isFailed: boolean;
  /** What else is to be known of the task, one fact a line. */
  readonly facts: readonly Fact[];
  readonly description: string;
  readonly blocks: readonly GraphBlock[];
}

/** `isCode` says that the text is an expression, a command or a path. */
export interface Fact {
  readonly text: string;
  readonly isCode: boolean;
}

/** By an action; because a limit is used up, of an action or of the visits of a task; because the task failed. */
export type EdgeKind = 'action' | 'limit' | 'error';

/** All ways of one kind between two tasks. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  readonly ways: readonly GraphWay[];
}

/**
 * One way: what it is called, with its bound (`Fail, at most 3 times`).
 *
 * Shape: `order` counts the ways out of a task from 0, in the order in which its guards are looked at; `guard` and `choose`
 * are "" where the way has none.
 */
export interface GraphWay {
  readonly order: number;
  readonly label: string;
  readonly guard: string;
  readonly choose: string;
}
