import type { Arrangement, Link } from './arrange.ts';
import { itemAt } from './item-at.ts';
import type { Gaps, Size } from './medium.ts';
import { portsOf } from './ports.ts';

/**
 * Something that stands in a row.
 *
 * Shape: what is low stands at the lower side of its row, all else at the upper one. Lines come to all sides of the `box`
 * in the upper left of it, where there is one, and else to its middle.
 */
export interface Vertex extends Size {
  readonly isLow: boolean;
  readonly box: Size | undefined;
}

/** What is laid out, and in which rows. `lefts` are where vertices begin. */
export interface Rows {
  readonly vertices: readonly Vertex[];
  readonly links: readonly Link[];
  readonly arrangement: Arrangement;
  readonly lefts: readonly number[];
}

/** A link on its way down: where it is in each row from that of its upper end to that of its lower one. */
export interface Way {
  readonly first: number;
  readonly xs: number[];
}

/** The way of each link. At boxes links come in beside one another. */
export function waysOf({ vertices, links, arrangement, lefts }: Rows, gaps: Gaps): readonly Way[] {
  const middles = vertices.map((vertex, place) => {
    const { width } = vertex.box ?? vertex;
    return itemAt(lefts, place) + Math.floor(width / 2);
  });
  const out = vertices.map((): number[] => []);
  const into = vertices.map((): number[] => []);
  const ways = links.map(({ from, to }, link): Way => {
    itemAt(out, from).push(link);
    itemAt(into, to).push(link);
    const between = itemAt(arrangement.columns, link).map(Math.round);
    return {
      first: itemAt(arrangement.rows, from),
      xs: [itemAt(middles, from), ...between, itemAt(middles, to)],
    };
  });
  for (const [place, { box }] of vertices.entries()) {
    if (box === undefined) continue;
    const left = itemAt(lefts, place);
    const side = { from: left + gaps.line, to: left + box.width - gaps.line, apart: gaps.line };
    spread(itemAt(out, place), ways, { side, end: 0, next: 1 });
    spread(itemAt(into, place), ways, { side, end: -1, next: -2 });
  }
  return ways;
}

/** Spreads the ends of links along a side of their box, in the order in which they go on. */
function spread(
  links: readonly number[],
  ways: readonly Way[],
  at: { readonly side: Parameters<typeof portsOf>[1]; readonly end: number; readonly next: number },
): void {
  const next = (link: number): number => itemAt(itemAt(ways, link).xs, at.next);
  const sorted = links.toSorted((one, other) => next(one) - next(other) || one - other);
  for (const [order, x] of portsOf(sorted.map(next), at.side).entries()) {
    itemAt(ways, itemAt(sorted, order)).xs.splice(at.end, 1, x);
  }
}
