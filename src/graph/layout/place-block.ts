import type { GraphBlock, GraphEdge } from '../map-graph.ts';
import { arrange, type Arrangement, type Link } from './arrange.ts';
import { backEdgesOf } from './back-edges.ts';
import type { Medium, Point, Size } from './medium.ts';
import type { InnerBlock, PlacedBlock, PlacedEdge, PlacedNode, Rectangle } from './placed.ts';
import { routeLinks } from './route-links.ts';
import { stackBlocks } from './stack-blocks.ts';
import type { Vertex } from './ways.ts';

/** A node with what is in it and with its loops, before it has its place. */
interface Part extends Size {
  readonly blocks: readonly InnerBlock[];
  /** Without the loops at its side. */
  readonly box: Size;
  readonly loops: readonly GraphEdge[];
}

/** Finds a place for everything in a block, from the inner blocks outwards: to its node a block is a box. */
export function placeBlock(block: GraphBlock, medium: Medium): PlacedBlock {
  const plan = new Plan(block, medium);
  const arrangement = arrange(plan.vertices, plan.links, medium.gaps);
  return plan.placed(arrangement);
}

class Plan {
  readonly vertices: Vertex[] = [];
  readonly links: Link[] = [];
  readonly #block: GraphBlock;
  readonly #medium: Medium;
  readonly #parts: readonly Part[];
  /** For each edge with a label among the vertices: that, and its two links. */
  readonly #drawn: { edge: GraphEdge; label: number; before: number; after: number; isBack: boolean }[] = [];

  constructor(block: GraphBlock, medium: Medium) {
    this.#block = block;
    this.#medium = medium;
    const back = backEdgesOf(block);
    const lines = linesOf(block, back);
    this.#parts = block.nodes.map((_, place) => this.#part(place, lines[place] ?? 0));
    for (const part of this.#parts) this.vertices.push({ ...part, isLow: false });
    for (const edge of block.edges) if (edge.from !== edge.to) this.#addEdge(edge, back.has(edge));
    if (block.start === undefined) return;
    this.vertices.push({ ...medium.start, isLow: true, box: undefined });
    this.links.push({ from: this.vertices.length - 1, to: block.start, weight: 8 });
  }

  #part(place: number, lines: number): Part {
    const { nodes, edges } = this.#block;
    const { gaps, sizeOf, headOf, labelOf } = this.#medium;
    const node = nodes[place];
    if (node === undefined) return { blocks: [], box: EMPTY, loops: [], ...EMPTY };
    const inner = node.blocks.map((each) => placeBlock(each, this.#medium));
    const head = inner.length > 0 ? headOf(node) : sizeOf(node);
    const stack = stackBlocks(inner, head, this.#medium);
    const width = Math.max(stack.width, (lines + 1) * gaps.line);
    const loops = edges.filter(({ from, to }) => from === place && to === place);
    const labels = loops.map(labelOf);
    const beside = labels.length > 0 ? gaps.line * 2 + Math.max(...labels.map((each) => each.width)) : 0;
    const tall = labels.reduce((sum, each) => sum + each.height + gaps.track, 0);
    return {
      blocks: stack.blocks,
      box: { width, height: stack.height },
      loops,
      width: width + beside,
      height: Math.max(stack.height, tall),
    };
  }

  #addEdge(edge: GraphEdge, isBack: boolean): void {
    const label = this.vertices.length;
    this.vertices.push({ ...this.#medium.labelOf(edge), isLow: isBack, box: undefined });
    const [near, far] = [edge.kind === 'action' ? 6 : 2, edge.kind === 'action' ? 2 : 1];
    const first = this.links.length;
    if (isBack) {
      this.links.push({ from: label, to: edge.from, weight: near }, { from: edge.to, to: label, weight: 1 });
    } else {
      this.links.push(
        { from: edge.from, to: label, weight: near },
        { from: label, to: edge.to, weight: far },
      );
    }
    this.#drawn.push({ edge, label, before: first, after: first + 1, isBack });
  }

  placed(arrangement: Arrangement): PlacedBlock {
    const { boxes, lines, size } = routeLinks(this.vertices, this.links, arrangement, this.#medium.gaps);
    const lineOf = (link: number, isBack: boolean): readonly Point[] =>
      isBack ? (lines[link] ?? []).toReversed() : (lines[link] ?? []);
    const edges: PlacedEdge[] = this.#drawn.map(({ edge, label, before, after, isBack }) => ({
      edge,
      label: boxes[label] ?? NOWHERE,
      before: lineOf(before, isBack),
      after: lineOf(after, isBack),
    }));
    const nodes: PlacedNode[] = this.#block.nodes.map((node, place) => {
      const { box, blocks } = this.#parts[place] ?? { box: EMPTY, blocks: [] };
      return { node, blocks, ...(boxes[place] ?? NOWHERE), ...box };
    });
    for (const [place, node] of nodes.entries()) edges.push(...this.#loopsAt(place, node));
    const mark = this.#block.start === undefined ? undefined : boxes[this.vertices.length - 1];
    const start = mark && { ...mark, line: lines.at(-1) ?? [] };
    return { block: this.#block, ...size, start, nodes, edges };
  }

  #loopsAt(place: number, { x, y, width }: Rectangle): readonly PlacedEdge[] {
    const { gaps, labelOf } = this.#medium;
    let top = y;
    return (this.#parts[place]?.loops ?? []).map((edge) => {
      const label = { x: x + width + gaps.line * 2, y: top, ...labelOf(edge) };
      top += label.height + gaps.track;
      return { edge, label, before: [], after: [] };
    });
  }
}

/** How many lines come together at the fuller one of a node's two sides. */
function linesOf({ nodes, edges, start }: GraphBlock, back: ReadonlySet<GraphEdge>): readonly number[] {
  const above = nodes.map((_, place) => Number(place === start));
  const below = nodes.map(() => 0);
  const count = (side: number[], place: number): void => {
    side[place] = (side[place] ?? 0) + 1;
  };
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    count(back.has(edge) ? above : below, edge.from);
    count(back.has(edge) ? below : above, edge.to);
  }
  return nodes.map((_, place) => Math.max(above[place] ?? 0, below[place] ?? 0));
}

const EMPTY: Size = { width: 0, height: 0 };
const NOWHERE: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
