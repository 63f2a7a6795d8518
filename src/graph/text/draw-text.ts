import { displayWidth } from '../../diagnostics/display-width.ts';
import type { Point } from '../layout/medium.ts';
import { placeBlock } from '../layout/place-block.ts';
import type { InnerBlock, PlacedBlock, PlacedEdge, PlacedNode } from '../layout/placed.ts';
import type { EdgeKind, GraphNode, MapGraph } from '../map-graph.ts';
import { Canvas, type Tone } from './canvas.ts';
import { listText } from './list-text.ts';
import { textMedium, wordsFor, type Words } from './text-medium.ts';
import type { TextSheet } from './text-sheet.ts';
import { ASCII_SIGNS, BOX_SIGNS, type TextSigns } from './text-signs.ts';

/** Beyond this a drawing is longer than anybody follows in a terminal. */
const MOST_DRAWN = 40;

/**
 * Draws a map with signs of a terminal where it is small enough for the sheet, else lists it.
 *
 * Shape: what does not fit with all its facts is drawn with its names alone, and listed where that is too wide too.
 * Errors: none.
 */
export function drawText(graph: MapGraph, sheet: TextSheet): string {
  const signs = sheet.isAscii ? ASCII_SIGNS : BOX_SIGNS;
  if (graph.size <= MOST_DRAWN) {
    for (const isFull of [true, false]) {
      const words = wordsFor(signs, isFull);
      const placed = placeBlock(graph.block, textMedium(words));
      if (placed.width <= sheet.width) return new TextDrawing(placed, signs, words).text(sheet.color);
    }
  }
  return listText(graph, signs, sheet);
}

class TextDrawing {
  readonly #canvas: Canvas;
  readonly #signs: TextSigns;
  readonly #words: Words;

  constructor(placed: PlacedBlock, signs: TextSigns, words: Words) {
    this.#canvas = new Canvas(placed.width, placed.height, signs);
    this.#signs = signs;
    this.#words = words;
    this.#block(placed, { x: 0, y: 0 });
  }

  text(color: boolean): string {
    return this.#canvas.text(color);
  }

  #block({ start, nodes, edges }: PlacedBlock, at: Point): void {
    for (const edge of edges) {
      for (const line of [edge.before, edge.after]) this.#line(line, edge.edge.kind, at);
    }
    if (start) this.#line(start.line, 'action', at);
    for (const node of nodes) this.#node(node, at);
    for (const edge of edges) this.#ends(edge, at);
    if (!start) return;
    this.#canvas.write(this.#signs.start, from(start, at));
    const head = start.line.at(-1);
    if (head) this.#canvas.write(this.#signs.down, from(head, at));
  }

  #node({ node, blocks, ...box }: PlacedNode, at: Point): void {
    const corner = from(box, at);
    const tone = toneOf(node);
    this.#canvas.box({ ...box, ...corner }, node.kind === 'end', tone);
    const name = this.#words.name(node);
    const lines = [...name, ...this.#words.facts(node)];
    const widest = Math.max(...lines.map(displayWidth));
    const left = blocks.length > 0 ? 2 : Math.floor((box.width - widest) / 2);
    for (const [place, line] of lines.entries()) {
      const at = { x: corner.x + left, y: corner.y + 1 + place };
      this.#canvas.write(line, at, place < name.length ? tone || '1' : '2');
    }
    for (const inner of blocks) this.#inner(inner, corner);
  }

  #inner({ placed, inset, ...frame }: InnerBlock, at: Point): void {
    const corner = from(frame, at);
    const caption = this.#words.caption(placed.block);
    if (caption !== '') {
      this.#canvas.box({ ...frame, ...corner }, false, '2');
      this.#canvas.write(` ${caption} `, { x: corner.x + 2, y: corner.y });
    }
    this.#block(placed, from(inset, corner));
  }

  #line(points: readonly Point[], kind: EdgeKind, at: Point): void {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return;
    const down = first.y <= last.y ? points : points.toReversed();
    this.#canvas.line(
      down.map((point) => from(point, at)),
      kind !== 'action',
      TONES[kind],
    );
  }

  /** The label of an edge, where it leaves its box and where it comes to one. */
  #ends({ edge, label, before, after }: PlacedEdge, at: Point): void {
    const tone = TONES[edge.kind];
    const lines = this.#words.label(edge);
    for (const [place, line] of lines.entries()) {
      const left = before.length === 0 ? 0 : Math.floor((label.width - displayWidth(line)) / 2);
      this.#canvas.write(line, from({ x: label.x + left, y: label.y + place }, at), tone);
    }
    const [first, last] = [before[0], after.at(-1)];
    if (!first || !last) {
      this.#canvas.write(this.#signs.again, from({ x: label.x - 3, y: label.y }, at), tone);
      return;
    }
    const isDown = first.y < label.y;
    const { lines: box, down, up } = this.#signs;
    this.#canvas.write(
      (isDown ? box[14] : box[11]) ?? '',
      from({ ...first, y: first.y - Number(isDown) }, at),
      tone,
    );
    this.#canvas.write(isDown ? down : up, from({ ...last, y: last.y - Number(!isDown) }, at), tone);
  }
}

const TONES: Readonly<Record<EdgeKind, Tone>> = { action: '', limit: '33', error: '31' };

function toneOf({ kind, isFailed }: GraphNode): Tone {
  return isFailed ? '31' : kind === 'end' ? '32' : kind === 'human' ? '33' : '';
}

function from({ x, y }: Point, at: Point): Point {
  return { x: at.x + x, y: at.y + y };
}
