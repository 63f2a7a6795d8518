import { signsOf } from '../../diagnostics/display-width.ts';
import type { Point } from '../layout/medium.ts';
import type { Rectangle } from '../layout/placed.ts';
import type { TextSigns } from './text-signs.ts';

/** How a terminal shows something; codes of SGR, "" for plain. */
export type Tone = '' | '1' | '2' | '31' | '32' | '33';

interface Cell {
  /** What stands there; "" where a wide sign to the left reaches in. */
  sign: string | undefined;
  tone: Tone;
  /** Where lines go from here: 1 up, 2 right, 4 down, 8 left. */
  sides: number;
  isBroken: boolean;
}

/** All places of a line, one beside the other; it ends above its last point. */
function cellsOf(points: readonly Point[]): readonly Point[] {
  const cells: Point[] = [];
  for (const [place, point] of points.entries()) {
    const to = place === points.length - 1 ? { x: point.x, y: point.y - 1 } : point;
    let at = cells.at(-1);
    if (at === undefined) {
      cells.push(to);
      continue;
    }
    while (at.x !== to.x || at.y !== to.y) {
      at =
        at.y === to.y
          ? { x: at.x + Math.sign(to.x - at.x), y: at.y }
          : { x: at.x, y: at.y + Math.sign(to.y - at.y) };
      cells.push(at);
    }
  }
  return cells;
}

function sideTo(one: Point, other: Point): number {
  if (other.y !== one.y) return other.y < one.y ? UP : DOWN;
  return other.x > one.x ? RIGHT : LEFT;
}

function blank(): Cell {
  return { sign: undefined, tone: '', sides: 0, isBroken: false };
}

const [UP, RIGHT, DOWN, LEFT] = [1, 2, 4, 8];

/** A sheet of cells to draw on. What stands somewhere hides lines there; what is outside is left out. */
export class Canvas {
  readonly #cells: Cell[][];
  readonly #signs: TextSigns;

  constructor(width: number, height: number, signs: TextSigns) {
    this.#signs = signs;
    this.#cells = Array.from({ length: height }, () => Array.from({ length: width }, blank));
  }

  write(text: string, { x, y }: Point, tone: Tone = ''): void {
    let at = x;
    for (const { text: sign, width } of signsOf(text)) {
      if (width === 0) continue;
      this.#put(sign, { x: at, y }, tone);
      if (width === 2) this.#put('', { x: at + 1, y }, tone);
      at += width;
    }
  }

  /** A frame, and nothing of what was drawn in it before. */
  box({ x, y, width, height }: Rectangle, isRound: boolean, tone: Tone = ''): void {
    const { lines, round } = this.#signs;
    const [topLeft, topRight, lowLeft, lowRight] = isRound
      ? round
      : [lines[6], lines[12], lines[3], lines[9]];
    const [across, bottom] = [`${lines[10]}`.repeat(width - 2), y + height - 1];
    for (let row = y + 1; row < bottom; row += 1) {
      for (const cell of this.#cells[row]?.slice(x, x + width) ?? []) Object.assign(cell, blank());
      this.write(`${lines[5]}`, { x, y: row }, tone);
      this.write(`${lines[5]}`, { x: x + width - 1, y: row }, tone);
    }
    this.write(`${topLeft}${across}${topRight}`, { x, y }, tone);
    this.write(`${lowLeft}${across}${lowRight}`, { x, y: bottom }, tone);
  }

  /** A line downwards, from its first point to above its last one. */
  line(points: readonly Point[], isBroken: boolean, tone: Tone = ''): void {
    const cells = cellsOf(points);
    for (const [place, { x, y }] of cells.entries()) {
      const cell = this.#cells[y]?.[x];
      if (!cell) continue;
      const [before, after] = [cells[place - 1] ?? { x, y: y - 1 }, cells[place + 1] ?? { x, y: y + 1 }];
      cell.isBroken = isBroken && (cell.sides === 0 || cell.isBroken);
      cell.sides |= sideTo({ x, y }, before) | sideTo({ x, y }, after);
      cell.tone = tone;
    }
  }

  /** Shape: lines without white space at their ends; with codes of SGR where `color` says so. */
  text(color: boolean): string {
    const lines = this.#cells.map((row) => this.#rowText(row, color));
    return lines.map((line) => `${line}\n`).join('');
  }

  #rowText(row: readonly Cell[], color: boolean): string {
    const shown = row.map((cell) => ({ sign: cell.sign ?? this.#lineSign(cell), tone: cell.tone }));
    const used = shown.findLastIndex(({ sign }) => sign !== ' ' && sign !== '') + 1;
    let text = '';
    let tone: Tone = '';
    for (const each of shown.slice(0, used)) {
      const next: Tone = each.sign === ' ' ? tone : each.tone;
      if (color && next !== tone)
        text += `${tone === '' ? '' : '\u001B[0m'}${next === '' ? '' : `\u001B[${next}m`}`;
      tone = next;
      text += each.sign;
    }
    return color && tone !== '' ? `${text}\u001B[0m` : text;
  }

  #lineSign({ sides, isBroken }: Cell): string {
    const { lines, broken } = this.#signs;
    if (isBroken && sides === (UP | DOWN)) return broken.upright;
    if (isBroken && sides === (LEFT | RIGHT)) return broken.across;
    return lines[sides] ?? ' ';
  }

  #put(sign: string, { x, y }: Point, tone: Tone): void {
    const cell = this.#cells[y]?.[x];
    if (cell) Object.assign(cell, { sign, tone });
  }
}
