import { displayWidth } from '../../diagnostics/display-width.ts';
import { cutText } from '../fit-text.ts';
import type { GraphBlock, GraphEdge, GraphNode, MapGraph } from '../map-graph.ts';
import { shownText } from '../shown-text.ts';
import type { TextSheet } from './text-sheet.ts';
import type { TextSigns } from './text-signs.ts';

/** Lists a map: each task with what it is, the ways out of it below, and what is in it between rules. Linear. */
export function listText({ block }: MapGraph, signs: TextSigns, sheet: TextSheet): string {
  const lines: string[] = [];
  const lister = new Lister(signs, sheet, lines);
  lister.block(block, '');
  return lines.map((line) => `${line}\n`).join('');
}

class Lister {
  readonly #signs: TextSigns;
  readonly #sheet: TextSheet;
  readonly #lines: string[];

  constructor(signs: TextSigns, sheet: TextSheet, lines: string[]) {
    this.#signs = signs;
    this.#sheet = sheet;
    this.#lines = lines;
  }

  block({ nodes, edges, start }: GraphBlock, indent: string): void {
    const out = nodes.map((): GraphEdge[] => []);
    for (const edge of edges) out[edge.from]?.push(edge);
    for (const [place, node] of nodes.entries()) {
      this.#node(node, `${indent}${place === start ? this.#signs.start : ' '} `);
      for (const inner of node.blocks) this.#inner(inner, `${indent}    `);
      this.#ways(out[place] ?? [], nodes, `${indent}    `);
    }
  }

  #node({ name, kind, isFailed, facts }: GraphNode, indent: string): void {
    const mark = kind === 'end' ? (isFailed ? this.#signs.failed : this.#signs.end) : '';
    const type = kind === 'missing' ? 'not defined' : kind;
    const words = [kind === 'end' ? '' : type, ...facts.map(({ text }) => text)].filter(
      (each) => each !== '',
    );
    const tone = isFailed ? '31' : kind === 'end' ? '32' : '1';
    this.#line(indent, `${mark}${shownText(name)}`, tone, words.map(shownText).join(', '));
  }

  #inner(block: GraphBlock, indent: string): void {
    const { lines } = this.#signs;
    if (block.caption !== '')
      this.#line(indent, `${lines[6]}${lines[2]} ${shownText(block.caption)}`, '2', '');
    this.block(block, `${indent}${lines[5]} `);
  }

  #ways(edges: readonly GraphEdge[], nodes: readonly GraphNode[], indent: string): void {
    const ways = edges.flatMap(({ ways: all, kind, to }) =>
      all.map((way) => ({ ...way, kind, to: nodes[to]?.name })),
    );
    for (const { label, guard, kind, to = '' } of ways.toSorted((one, other) => one.order - other.order)) {
      const when = guard === '' ? '' : `when ${shownText(guard)}`;
      const way = `${shownText(label)} ${this.#signs.to} ${shownText(to)}`;
      this.#line(indent, way, kind === 'action' ? '' : kind === 'limit' ? '33' : '31', when);
    }
  }

  #line(indent: string, text: string, tone: string, more: string): void {
    const { width, color } = this.#sheet;
    const room = Math.max(8, width - displayWidth(indent));
    const main = cutText(text, room, displayWidth, this.#signs.cut);
    const left = room - displayWidth(main) - 2;
    const rest = more === '' || left < 8 ? '' : cutText(more, left, displayWidth, this.#signs.cut);
    const toned = (part: string, code: string): string =>
      color && code !== '' && part !== '' ? `\u001B[${code}m${part}\u001B[0m` : part;
    this.#lines.push(`${indent}${toned(main, tone)}${rest === '' ? '' : `  ${toned(rest, '2')}`}`);
  }
}
