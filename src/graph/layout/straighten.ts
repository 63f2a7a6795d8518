import { itemAt } from './item-at.ts';
import type { Gaps } from './medium.ts';
import { waysOf, type Rows, type Way } from './ways.ts';

/** What stands in a row or goes through it. Units: of the medium. */
interface Span {
  from: number;
  to: number;
}

/**
 * Takes out small bends: labels go where their line comes from, and lines go on as they are, where there is room.
 *
 * Shape: `lefts` are where vertices begin now.
 */
export function straighten(
  rows: Rows,
  gaps: Gaps,
): { readonly lefts: readonly number[]; readonly ways: readonly Way[] } {
  const spans = new Spans(rows, waysOf(rows, gaps), gaps);
  spans.pullLabels();
  const lefts = spans.lefts();
  const ways = waysOf({ ...rows, lefts }, gaps);
  spans.pullLines(ways);
  return { lefts, ways };
}

class Spans {
  readonly #rows: Rows;
  readonly #bent: readonly Way[];
  readonly #gaps: Gaps;
  readonly #inRow = new Map<number, Span[]>();
  readonly #standing: readonly Span[];
  readonly #passing: readonly (readonly Span[])[];

  constructor(rows: Rows, bent: readonly Way[], gaps: Gaps) {
    this.#rows = rows;
    this.#bent = bent;
    this.#gaps = gaps;
    this.#standing = rows.vertices.map(({ width }, place) => {
      const left = itemAt(rows.lefts, place);
      return this.#add(itemAt(rows.arrangement.rows, place), left, left + width);
    });
    this.#passing = bent.map(({ first, xs }) =>
      xs.slice(1, -1).map((x, place) => this.#add(first + 1 + place, x, x)),
    );
  }

  lefts(): readonly number[] {
    return this.#standing.map(({ from }) => from);
  }

  /** Moves each label below or above the place where its line leaves the box beside it. */
  pullLabels(): void {
    const { vertices, links, arrangement } = this.#rows;
    for (const [link, { from, to }] of links.entries()) {
      const { xs } = itemAt(this.#bent, link);
      const isFrom = itemAt(vertices, from).box === undefined;
      const label = isFrom ? from : to;
      if (xs.length > 2 || itemAt(vertices, label).box !== undefined) continue;
      const by = itemAt(xs, isFrom ? -1 : 0) - itemAt(xs, isFrom ? 0 : -1);
      this.#pull(itemAt(arrangement.rows, label), itemAt(this.#standing, label), by);
    }
  }

  /** Lets lines go on through each row as they are at the row before, from their label on. */
  pullLines(ways: readonly Way[]): void {
    const { vertices, links } = this.#rows;
    for (const [link, { first, xs }] of ways.entries()) {
      const spans = [...itemAt(this.#passing, link).entries()];
      const isUp = itemAt(vertices, itemAt(links, link).to).box === undefined;
      for (const [place, span] of isUp ? spans.toReversed() : spans) {
        this.#pull(first + 1 + place, span, itemAt(xs, isUp ? place + 2 : place) - span.from);
        xs[place + 1] = span.from;
      }
    }
  }

  #add(row: number, from: number, to: number): Span {
    const span = { from, to };
    const others = this.#inRow.get(row) ?? [];
    others.push(span);
    this.#inRow.set(row, others);
    return span;
  }

  /** Moves a span a little where nothing in its row comes too near by that. */
  #pull(row: number, span: Span, by: number): void {
    const { line, near } = this.#gaps;
    if (by === 0 || Math.abs(by) > line) return;
    const [from, to] = [span.from + by, span.to + by];
    const isFree = this.#inRow.get(row)?.every((other) => {
      if (other === span) return true;
      // From what is on the other side it only goes away.
      if (by > 0) return other.from < span.from || other.from - to >= near;
      return other.to > span.to || from - other.to >= near;
    });
    if (isFree === true) Object.assign(span, { from, to });
  }
}
