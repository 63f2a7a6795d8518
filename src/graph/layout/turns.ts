/** A line that comes from above at `top` and goes on below at `bottom`. Units: those of the medium. */
export interface Crossing {
  readonly top: number;
  readonly bottom: number;
}

/** A turn of a line on its way down: at `track`, counted from the upper one, it goes sideways to `x`. */
export interface Turn {
  readonly track: number;
  readonly x: number;
}

/** Where the lines between two rows go sideways. Shape: `turns` for each line, none where it is straight. */
export interface Turns {
  readonly turns: readonly (readonly Turn[])[];
  readonly tracks: number;
}

interface Piece {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** The piece of the same line above this one. */
  readonly after: Piece | undefined;
}

/**
 * Gives each line between two rows a track to go sideways on, so that no two of them run into one another, and few cross.
 *
 * Shape: two lines cross or are `near` apart, as long as those of a row are `near` apart where they come in.
 * Source: channel routing with doglegs, Hashimoto and Stevens (1971), Deutsch (1976).
 */
export function turnsOf(lines: readonly Crossing[], near: number): Turns {
  const pieces: Piece[] = lines.flatMap(({ top, bottom }, line) =>
    top === bottom ? [] : [{ line, from: top, to: bottom, after: undefined }],
  );
  const tracks = assignTracks(inOrder(pieces, near), near);
  const turns = lines.map((): Turn[] => []);
  let count = 0;
  for (const [{ line, to }, track] of tracks) {
    turns[line]?.push({ track, x: to });
    count = Math.max(count, track + 1);
  }
  return { turns, tracks: count };
}

/** Whether a piece has to be above another: where one comes from above, the other goes on below. */
function mustBeAbove(upper: Piece, lower: Piece, near: number): boolean {
  if (lower.after === upper) return true;
  if (upper.line === lower.line) return false;
  return Math.abs(upper.from - lower.to) < near;
}

/** How often two pieces cross when one is above the other. */
function crossings(upper: Piece, lower: Piece): number {
  return Number(isWithin(lower.from, upper)) + Number(isWithin(upper.to, lower));
}

function isWithin(x: number, { from, to }: Piece): boolean {
  return Math.min(from, to) < x && x < Math.max(from, to);
}

/** Upper pieces before lower ones. A piece that must be above and below others is cut in two. */
function inOrder(pieces: readonly Piece[], near: number): readonly Piece[] {
  const left = new Set(pieces);
  const done: Piece[] = [];
  while (left.size > 0) {
    const all = [...left];
    const free = all.filter((each) => !all.some((other) => other !== each && mustBeAbove(other, each, near)));
    if (free.length === 0) {
      cut(left, near);
      continue;
    }
    const cost = (each: Piece): number =>
      all.reduce(
        (sum, other) => sum + (other === each ? 0 : crossings(each, other) - crossings(other, each)),
        0,
      );
    const [best] = free.map((piece) => ({ piece, cost: cost(piece) })).toSorted((a, b) => a.cost - b.cost);
    if (best === undefined) break;
    left.delete(best.piece);
    done.push(best.piece);
  }
  return done;
}

/** Cuts a piece of a circle in two; once all are cut, gives one of them up to run into another. */
function cut(left: Set<Piece>, near: number): void {
  const taken = [...left].flatMap(({ from, to }) => [from, to]);
  const whole = [...left].find(({ after, from, to }) => after === undefined && Math.abs(from - to) >= near);
  const [first] = left;
  const piece = whole ?? first;
  if (piece === undefined) return;
  const { line, from, to } = piece;
  const middle = Math.round((from + to) / 2);
  const isFree = (x: number): boolean => taken.every((each) => Math.abs(each - x) >= near);
  let away = 0;
  while (!isFree(middle + away)) away = away > 0 ? -away : 1 - away;
  left.delete(piece);
  const upper = { line, from, to: middle + away, after: piece.after };
  left.add(upper).add({ line, from: middle + away, to, after: upper });
}

/** The uppermost track for each piece that keeps the order among those that meet. */
function assignTracks(pieces: readonly Piece[], near: number): readonly (readonly [Piece, number])[] {
  const placed: [Piece, number][] = [];
  for (const piece of pieces) {
    let track = 0;
    for (const [other, its] of placed) {
      if (its >= track && (mustBeAbove(other, piece, near) || meet(other, piece, near))) track = its + 1;
    }
    placed.push([piece, track]);
  }
  return placed;
}

function meet(one: Piece, other: Piece, near: number): boolean {
  const left = Math.max(Math.min(one.from, one.to), Math.min(other.from, other.to));
  const right = Math.min(Math.max(one.from, one.to), Math.max(other.from, other.to));
  return right - left > -near;
}
