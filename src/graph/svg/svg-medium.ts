import { fitText, type Measure } from '../fit-text.ts';
import type { Medium, Size } from '../layout/medium.ts';
import type { GraphBlock, GraphEdge, GraphNode } from '../map-graph.ts';
import { shownText } from '../shown-text.ts';
import { textWidth, type Font } from './text-width.ts';

/** A line of text: how it is written and from where, as seen from the corner of its box. Units: pixels. */
export interface TextLine {
  readonly text: string;
  readonly style: 'name' | 'fact' | 'code' | 'label' | 'guard' | 'caption';
  /** The base line. */
  readonly y: number;
}

const FONTS: Readonly<Record<TextLine['style'], Font>> = {
  name: { size: 13, isCode: false },
  fact: { size: 11, isCode: false },
  code: { size: 10, isCode: true },
  label: { size: 11, isCode: false },
  guard: { size: 9.5, isCode: true },
  caption: { size: 11, isCode: false },
};
const HEIGHTS: Readonly<Record<TextLine['style'], number>> = {
  name: 17,
  fact: 15,
  code: 14,
  label: 14,
  guard: 12,
  caption: 16,
};
const PAD = 12;
/** For the sign of the type of a task, left of its name. */
export const ICON = 20;
const NAME_ROOM = 190;
const CODE_SIGNS = 34;

export const SVG_MEDIUM: Medium = {
  sizeOf: (node) => boxOf(nodeLines(node)),
  headOf: (node) => {
    const { width, height } = boxOf(nodeLines(node));
    return { width, height: height + 2 };
  },
  labelOf: (edge) => {
    const lines = labelLines(edge);
    return { width: widest(lines) + 8, height: heightOf(lines) + 4 };
  },
  captionOf: (block) => {
    const lines = captionLines(block);
    return lines.length === 0 ? { width: 0, height: 0 } : { width: widest(lines) + PAD * 2, height: 28 };
  },
  start: { width: 10, height: 10 },
  gaps: {
    beside: 18,
    line: 12,
    track: 9,
    row: 18,
    turn: 13,
    inside: 16,
    maxRow: 1400,
    thick: 0,
    near: 8,
  },
};

/** What is written in a node, below its upper side. */
export function nodeLines({ name, facts, kind }: GraphNode): readonly TextLine[] {
  const shown = fitText(shownText(name), { width: NAME_ROOM, lines: 3 }, measureOf('name'));
  const rows: Omit<TextLine, 'y'>[] = shown.map((text) => ({ text, style: 'name' }));
  for (const { text, isCode } of facts) {
    const style = isCode ? 'code' : 'fact';
    const room = { width: CODE_SIGNS * 6.05, lines: 1 };
    rows.push({ text: fitText(shownText(text), room, measureOf(style))[0] ?? '', style });
  }
  if (kind === 'missing') rows.push({ text: 'not defined', style: 'fact' });
  return stacked(rows, 7);
}

/** What stands at an edge, below the upper side of its label. */
export function labelLines({ ways }: GraphEdge): readonly TextLine[] {
  const rows = ways.flatMap(({ label, guard }): Omit<TextLine, 'y'>[] => {
    const names = fitText(shownText(label), { width: NAME_ROOM, lines: 2 }, measureOf('label'));
    const guards =
      guard === ''
        ? []
        : fitText(shownText(guard), { width: CODE_SIGNS * 5.8, lines: 1 }, measureOf('guard'));
    return [
      ...names.map((text) => ({ text, style: 'label' as const })),
      ...guards.map((text) => ({ text, style: 'guard' as const })),
    ];
  });
  return stacked(rows, 2);
}

export function captionLines({ caption }: GraphBlock): readonly TextLine[] {
  if (caption === '') return [];
  const [text = ''] = fitText(shownText(caption), { width: NAME_ROOM, lines: 1 }, measureOf('caption'));
  return stacked([{ text, style: 'caption' }], 6);
}

export function measureOf(style: TextLine['style']): Measure {
  return (text) => textWidth(text, FONTS[style]);
}

function stacked(rows: readonly Omit<TextLine, 'y'>[], top: number): readonly TextLine[] {
  let y = top;
  return rows.map((row) => {
    y += HEIGHTS[row.style];
    return { ...row, y: y - Math.round(HEIGHTS[row.style] * 0.27) };
  });
}

function boxOf(lines: readonly TextLine[]): Size {
  return {
    width: Math.max(72, widest(lines) + ICON + PAD * 2),
    height: heightOf(lines) + 14,
  };
}

function widest(lines: readonly TextLine[]): number {
  return Math.ceil(lines.reduce((most, { text, style }) => Math.max(most, measureOf(style)(text)), 0));
}

function heightOf(lines: readonly TextLine[]): number {
  return lines.reduce((sum, { style }) => sum + HEIGHTS[style], 0);
}
