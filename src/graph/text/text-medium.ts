import { displayWidth } from '../../diagnostics/display-width.ts';
import { fitText } from '../fit-text.ts';
import type { Medium } from '../layout/medium.ts';
import type { GraphBlock, GraphEdge, GraphNode } from '../map-graph.ts';
import { shownText } from '../shown-text.ts';
import type { TextSigns } from './text-signs.ts';

/** What is written in a drawing: the words of nodes and labels, cut to what there is room for. */
export interface Words {
  readonly name: (node: GraphNode) => readonly string[];
  readonly facts: (node: GraphNode) => readonly string[];
  readonly label: (edge: GraphEdge) => readonly string[];
  readonly caption: (block: GraphBlock) => string;
}

const NAME_ROOM = 28;
const FACT_ROOM = 26;

/** Words with all facts and guards, or the names alone. */
export function wordsFor(signs: TextSigns, isFull: boolean): Words {
  const fit = (text: string, lines: number, width = NAME_ROOM): string[] =>
    fitText(shownText(text), { width, lines }, displayWidth, signs.cut);
  return {
    name: (node) => fit(`${markOf(node, signs)}${node.name}`, 2),
    facts: (node) => (isFull ? factsOf(node).flatMap((fact) => fit(fact, 1, FACT_ROOM)) : []),
    label: ({ ways }) =>
      ways.flatMap(({ label, guard }) => [
        ...fit(label, 1),
        ...(isFull && guard !== '' ? fit(guard, 1, FACT_ROOM) : []),
      ]),
    caption: ({ caption }) => (caption === '' ? '' : (fit(caption, 1)[0] ?? '')),
  };
}

/** The type of a task stands before what else is known of it, but for ends, which have a sign. */
function factsOf({ kind, facts }: GraphNode): readonly string[] {
  const [first, ...rest] = facts.map(({ text }) => text);
  if (kind === 'end') return first === undefined ? [] : [first];
  if (kind === 'missing') return ['not defined'];
  return [first === undefined ? kind : `${kind} ${first}`, ...rest];
}

function markOf({ kind, isFailed }: GraphNode, signs: TextSigns): string {
  return kind === 'end' ? (isFailed ? signs.failed : signs.end) : '';
}

/** Cells of a terminal: all of them whole, and a line is one. */
export function textMedium(words: Words): Medium {
  const widest = (lines: readonly string[]): number =>
    lines.reduce((most, line) => Math.max(most, displayWidth(line)), 0);
  const boxOf = (node: GraphNode): { width: number; height: number } => {
    const lines = [...words.name(node), ...words.facts(node)];
    return { width: Math.max(7, widest(lines) + 4), height: lines.length + 2 };
  };
  return {
    sizeOf: boxOf,
    headOf: (node) => ({ width: boxOf(node).width, height: boxOf(node).height - 1 }),
    labelOf: (edge) => {
      const lines = words.label(edge);
      return { width: widest(lines), height: lines.length };
    },
    captionOf: (block) => {
      const caption = words.caption(block);
      return caption === '' ? { width: 0, height: 0 } : { width: displayWidth(caption) + 6, height: 1 };
    },
    start: { width: 1, height: 1 },
    gaps: { beside: 2, line: 2, track: 1, row: 1, turn: 0, inside: 1, maxRow: 76, thick: 1, near: 1 },
  };
}
