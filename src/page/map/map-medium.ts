import { fitText } from '../../graph/fit-text.ts';
import type { Medium } from '../../graph/layout/medium.ts';
import type { GraphEdge, GraphNode } from '../../graph/map-graph.ts';
import { textWidth } from '../../graph/svg/text-width.ts';
import type { BlockRow, SpanRow } from '../../report/shapes.ts';
import type { RunModel } from '../model/run-model.ts';

// How large what is drawn of a map is. Units: pixels.

/** Units: rows of items in one node. */
export const MAX_ROWS = 12;

const NAME = { size: 13, isCode: false };
const SMALL = { size: 11, isCode: false };
const NAME_ROOM = 230;
export const ROW = 20;
export const ROWS_WIDTH = 330;

export function nameOf({ name }: GraphNode): string {
  return fitText(name, { width: NAME_ROOM, lines: 1 }, (text) => textWidth(text, NAME))[0] ?? '';
}

/** Items and branches of a task, at its last visit. */
export function childrenAt(model: RunModel, spans: readonly SpanRow[], task: string): readonly BlockRow[] {
  const last = spans.findLast((span) => span.task === task);
  return last === undefined ? [] : model.childrenOf(last.number);
}

export function mediumFor(model: RunModel, spans: readonly SpanRow[]): Medium {
  const sizeOf = (node: GraphNode) => {
    const children = childrenAt(model, spans, node.name);
    if (children.length > 0) {
      const rows = Math.min(children.length, MAX_ROWS) + (children.length > MAX_ROWS ? 1 : 0);
      return { width: ROWS_WIDTH, height: 34 + rows * ROW };
    }
    const isFlat = node.kind === 'decide' || node.kind === 'end' || node.kind === 'missing';
    return { width: Math.max(118, Math.ceil(textWidth(nameOf(node), NAME)) + 64), height: isFlat ? 28 : 42 };
  };
  return {
    sizeOf,
    headOf: sizeOf,
    labelOf: (edge) => {
      const label = labelOf(edge);
      return label === '' ? { width: 2, height: 2 } : { width: textWidth(label, SMALL) + 34, height: 18 };
    },
    captionOf: () => ({ width: 0, height: 0 }),
    start: { width: 10, height: 10 },
    gaps: { beside: 16, line: 12, track: 6, row: 8, turn: 7, inside: 0, maxRow: 1400, thick: 0, near: 8 },
  };
}

/** A way that has no other beside it needs no name. */
export function labelOf({ ways, kind }: GraphEdge): string {
  const [first] = ways;
  if (kind !== 'action') return kind === 'error' ? 'on error' : 'limit';
  const label = (first?.label ?? '').split(',')[0] ?? '';
  const more = ways.length > 1 ? ` +${ways.length - 1}` : '';
  return fitText(label, { width: 150, lines: 1 }, (text) => textWidth(text, SMALL))[0] + more;
}

/** A text of a row, cut where it does not fit. */
export function rowText(text: string, width: number): string {
  return fitText(text, { width, lines: 1 }, (each) => textWidth(each, SMALL))[0] ?? '';
}
