import { eventIdOf, eventPlaceOf, NO_RUN, type EventPlace, type Served } from './event-id.ts';

/** A place in the journal of a run. */
export interface Position {
  readonly seq: number;
  readonly part: number;
}

/**
 * A place in the stream of all runs.
 *
 * Shape: `place` is that of the event that was given last; `others` says up to where other runs were given that were active at the
 * time, by their digests. Without it, the place in other runs is that in the order of ids.
 */
export interface Cursor {
  readonly place: EventPlace;
  readonly others: ReadonlyMap<string, Position> | undefined;
}

/** Where the events of a run begin that come after a cursor: after a position, or after a key. Units: ms since 1970. */
export type Start = Position | { readonly key: string; readonly atMs: number };

/**
 * How long after its time an event may come into a journal, so that a cursor over several runs misses none. What is committed at once
 * has one time, and takes seconds at most. Units: ms.
 */
const WINDOW_MS = 10_000;

/** The last part that an id can name. */
const MAX_PART = 255;

/** Units: UTF-16 units. */
const MAX_TEXT = 16_384;

/** Reads the id of an event, or a cursor as {@link GivenPositions} writes them; undefined for what is neither. */
export function parseCursor(text: string): Cursor | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const [id = '', list, ...more] = text.split('~');
  const place = eventPlaceOf(id);
  if (place === undefined || more.length > 0) return undefined;
  if (list === undefined) return { place, others: undefined };
  const others = new Map<string, Position>();
  for (const each of list === '' ? [] : list.split(',')) {
    const found = /^([0-9a-f]{10}):(\d{1,10})\.(\d{1,3})$/.exec(each);
    if (found === null) return undefined;
    const [, run = '', seq, part] = found;
    others.set(run, { seq: Number(seq), part: Number(part) });
  }
  return { place, others };
}

/** Where a run begins after a cursor, by its digest. */
export function startOf(digest: string, { place, others }: Cursor): Start {
  if (digest === place.run) return place;
  const known = others?.get(digest);
  if (known !== undefined) return known;
  if (others === undefined) return { key: eventIdOf(place), atMs: place.atMs };
  const atMs = Math.max(0, place.atMs - WINDOW_MS);
  return { key: eventIdOf({ atMs, run: NO_RUN, seq: 0, part: 0 }), atMs };
}

export function isAfter({ seq, part, key }: Pick<Served, 'seq' | 'part' | 'key'>, start: Start): boolean {
  if ('key' in start) return key > start.key;
  return seq > start.seq || (seq === start.seq && part > start.part);
}

/** Up to where each run was given in a stream, as far as a cursor has to say it. */
export class GivenPositions {
  readonly #byRun: Map<string, Position & { readonly atMs: number }>;
  #latestMs = 0;

  /** `from` is the cursor that the stream begins after. */
  constructor(from?: Cursor) {
    const { place, others = new Map<string, Position>() } = from ?? {};
    const atMs = place?.atMs ?? 0;
    this.#byRun = new Map([...others].map(([run, position]) => [run, { ...position, atMs }]));
    if (place !== undefined) this.#byRun.set(place.run, place);
    this.#latestMs = atMs;
  }

  /** Takes that a run was given up to a record, whatever comes of that. */
  takeUpTo(run: string, { seq, atMs }: { readonly seq: number; readonly atMs: number }): void {
    this.#latestMs = Math.max(this.#latestMs, atMs);
    this.#byRun.set(run, { seq, part: MAX_PART, atMs });
  }

  /** Takes an event that is given. Shape: the cursor after it. */
  take({ id, run, seq, part, atMs }: Served): string {
    this.#latestMs = Math.max(this.#latestMs, atMs);
    const others: string[] = [];
    for (const [other, position] of this.#byRun) {
      // An event that comes late asks for what was given before it.
      if (position.atMs < this.#latestMs - 2 * WINDOW_MS) this.#byRun.delete(other);
      else if (other !== run && position.atMs >= atMs - WINDOW_MS)
        others.push(`${other}:${position.seq}.${position.part}`);
    }
    this.#byRun.set(run, { seq, part, atMs });
    return `${id}~${others.join(',')}`;
  }
}
