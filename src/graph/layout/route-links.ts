import type { Arrangement, Link } from './arrange.ts';
import { itemAt } from './item-at.ts';
import type { Gaps, Point, Size } from './medium.ts';
import type { Rectangle } from './placed.ts';
import { straighten } from './straighten.ts';
import { turnsOf, type Turn } from './turns.ts';
import type { Vertex, Way } from './ways.ts';

/** Places of vertices and links, from a corner at 0, 0. */
export interface Routed {
  readonly boxes: readonly Rectangle[];
  readonly lines: readonly (readonly Point[])[];
  readonly size: Size;
}

/** Makes places of an arrangement: rows get their heights, and links their ways between them. */
export function routeLinks(
  vertices: readonly Vertex[],
  links: readonly Link[],
  arrangement: Arrangement,
  gaps: Gaps,
): Routed {
  const { rows, middles } = arrangement;
  const planned = vertices.map(({ width }, place) => Math.round(itemAt(middles, place) - width / 2));
  const { lefts, ways } = straighten({ vertices, links, arrangement, lefts: planned }, gaps);
  const bands = bandsOf(vertices, rows, ways, gaps);
  const boxes = vertices.map(({ width, height, isLow }, place): Rectangle => {
    const { top, bottom } = itemAt(bands, itemAt(rows, place));
    return { x: itemAt(lefts, place), y: isLow ? bottom - height : top, width, height };
  });
  const lines = links.map(({ from, to }, link): readonly Point[] => {
    const { height } = itemAt(vertices, from).box ?? itemAt(vertices, from);
    const { xs } = itemAt(ways, link);
    const between = bands
      .slice(itemAt(rows, from), itemAt(rows, to))
      .flatMap(({ turns }) => turns.get(link) ?? []);
    return [
      { x: itemAt(xs, 0), y: itemAt(boxes, from).y + height },
      ...between,
      { x: itemAt(xs, -1), y: itemAt(boxes, to).y },
    ];
  });
  return fromCorner(boxes, lines, gaps.thick);
}

/** A row, and where the links that go on below it turn. */
interface Band {
  readonly top: number;
  readonly bottom: number;
  readonly turns: ReadonlyMap<number, readonly Point[]>;
}

function bandsOf(
  vertices: readonly Vertex[],
  rows: readonly number[],
  ways: readonly Way[],
  gaps: Gaps,
): readonly Band[] {
  const heights: number[] = [];
  for (const [place, { height }] of vertices.entries()) {
    const row = itemAt(rows, place);
    heights[row] = Math.max(heights[row] ?? 0, height);
  }
  let top = 0;
  return heights.map((height, row): Band => {
    const bottom = top + height;
    const { turns, tracks } = turnsBelow(row, ways, gaps.near);
    const points = new Map(
      turns.map(({ link, from, own }) => [
        link,
        pointsOf(from, own, (track) => bottom + gaps.turn + track * gaps.track),
      ]),
    );
    const band = { top, bottom, turns: points };
    const needed = tracks === 0 ? 0 : gaps.turn * 2 + (tracks - 1) * gaps.track + gaps.thick;
    top = bottom + Math.max(gaps.row, needed);
    return band;
  });
}

/** The corners of a line that comes down at `from` and turns. */
function pointsOf(
  from: number,
  turns: readonly Turn[],
  heightOf: (track: number) => number,
): readonly Point[] {
  let x = from;
  return turns.flatMap((turn) => {
    const y = heightOf(turn.track);
    const before = { x, y };
    x = turn.x;
    return [before, { x, y }];
  });
}

interface TurnsBelow {
  readonly turns: readonly { readonly link: number; readonly from: number; readonly own: readonly Turn[] }[];
  readonly tracks: number;
}

function turnsBelow(row: number, ways: readonly Way[], near: number): TurnsBelow {
  const here = [...ways.entries()].flatMap(([link, { first, xs }]) => {
    const [top, bottom] = [xs[row - first], xs[row - first + 1]];
    return row < first || top === undefined || bottom === undefined ? [] : [{ link, top, bottom }];
  });
  const { turns, tracks } = turnsOf(here, near);
  return {
    turns: here.map(({ link, top }, place) => ({ link, from: top, own: itemAt(turns, place) })),
    tracks,
  };
}

/** Moves everything so that it begins at 0, 0. */
function fromCorner(
  boxes: readonly Rectangle[],
  lines: readonly (readonly Point[])[],
  thick: number,
): Routed {
  const points = lines.flat();
  const most = (values: readonly number[], least: number): number =>
    values.reduce((one, other) => Math.max(one, other), least);
  const left = -most(
    [...boxes, ...points].map(({ x }) => -x),
    -Infinity,
  );
  const right = most([...boxes.map(({ x, width }) => x + width), ...points.map(({ x }) => x + thick)], left);
  const bottom = most(
    boxes.map(({ y, height }) => y + height),
    0,
  );
  return {
    boxes: boxes.map((box) => ({ ...box, x: box.x - left })),
    lines: lines.map((line) => line.map(({ x, y }) => ({ x: x - left, y }))),
    size: { width: Math.max(0, right - left), height: bottom },
  };
}
