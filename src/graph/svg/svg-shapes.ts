import type { Point } from '../layout/medium.ts';
import type { Rectangle } from '../layout/placed.ts';
import type { GraphNode } from '../map-graph.ts';
import type { LookName } from './svg-style.ts';

/** The look of a node, which is also the name of its class. */
export function lookOf({ kind, isFailed }: GraphNode): LookName {
  return kind === 'end' && isFailed ? 'failed' : kind;
}

/** The outline of a node. Shapes tell types apart where colours do not; `isOpen` where blocks are in it. */
export function outline(look: LookName, { x, y, width, height }: Rectangle, isOpen: boolean): string {
  const name = isOpen ? `${look} open` : look;
  const rect = (radius: number, dx = 0): string =>
    `<rect class="${name}" x="${x + dx}" y="${y + dx}" width="${width}" height="${height}" rx="${radius}"/>`;
  switch (look) {
    case 'decide': {
      const [cut, right, low] = [9, x + width, y + height];
      const across = `H${right - cut}L${right} ${y + cut}V${low - cut}L${right - cut} ${low}`;
      return `<path class="${look}" d="M${x + cut} ${y}${across}H${x + cut}L${x} ${low - cut}V${y + cut}Z"/>`;
    }
    case 'workflow': {
      const bars = `M${x + 5} ${y}v${height}M${x + width - 5} ${y}v${height}`;
      return `${rect(2)}<path class="sign ${look}" d="${bars}"/>`;
    }
    case 'foreach':
      return `${rect(8, 4)}${rect(8)}`;
    case 'end':
    case 'failed':
      return rect(Math.min(18, Math.floor(height / 2)));
    case 'shell':
      return rect(1);
    case 'claude':
    case 'human':
    case 'parallel':
    case 'missing':
      break;
  }
  return rect(8);
}

/** Small signs, 14 pixels high and wide, drawn with a line. */
const SIGNS: Readonly<Record<LookName, string>> = {
  claude: 'M7 1v12M1 7h12M2.8 2.8l8.4 8.4M11.2 2.8l-8.4 8.4',
  shell: 'M2 3l4 4-4 4M7 12h5',
  human: 'M7 1.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M2 13c0-6 10-6 10 0',
  decide: 'M7 1v4M7 5l-5 7M7 5l5 7',
  workflow: 'M1 2h6v4h-6zM7 8h6v4h-6zM4 6v4h3',
  parallel: 'M2 1v12M7 1v12M12 1v12',
  foreach: 'M12 5a5.2 5.2 0 1 0 .3 4M12.5 1v4h-4',
  end: 'M2 7.5l3.5 3.5l6.5-8',
  failed: 'M3 3l8 8M11 3l-8 8',
  missing: 'M4 4c0-4 6-4 6 0c0 2-3 2-3 5M7 12v.5',
};

/** The sign of a type. */
export function sign(look: LookName, { x, y }: Point): string {
  return `<path class="sign ${look}" transform="translate(${x} ${y})" d="${SIGNS[look]}"/>`;
}

const RADIUS = 6;

/** A line with round corners. */
export function wayPath(points: readonly Point[]): string {
  const [first] = points;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  for (const [place, point] of points.entries()) {
    const [before, after] = [points[place - 1], points[place + 1]];
    if (before === undefined) continue;
    if (after === undefined) {
      path += lineTo(before, point);
      continue;
    }
    const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
    const [from, to] = [toward(point, before, radius), toward(point, after, radius)];
    path += `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
  }
  return path;
}

function lineTo(from: Point, to: Point): string {
  return from.x === to.x ? `V${to.y}` : from.y === to.y ? `H${to.x}` : `L${to.x} ${to.y}`;
}

/** An arrow's head at the end of a line that comes from above or below. */
export function headPath(points: readonly Point[]): string {
  const [before, end] = [points.at(-2), points.at(-1)];
  if (before === undefined || end === undefined) return '';
  const back = before.y <= end.y ? -6 : 6;
  return `M${end.x} ${end.y}l-3.5 ${back}h7z`;
}

function distance(one: Point, other: Point): number {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

function toward({ x, y }: Point, other: Point, by: number): Point {
  return { x: x + Math.sign(other.x - x) * by, y: y + Math.sign(other.y - y) * by };
}
