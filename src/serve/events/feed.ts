import { eventIdOf, type Served } from './event-id.ts';

/** An event on its way to a subscriber, with its number there. */
export interface Numbered<E> {
  readonly sequence: number;
  readonly event: E;
}

/** Events that a subscriber was too slow for. Shape: ids of the first and the last; `id` is a cursor from which a replay gives them all. */
export interface Overflow {
  readonly id: string;
  readonly count: number;
  readonly oldest: string;
  readonly newest: string;
}

/** A subscriber, as the feed needs it. */
export interface Subscriber<E extends Served> {
  readonly matches: (event: E) => boolean;
  /** Whether it can take more now; else it calls `Subscription.flush` when it can. */
  readonly canTake: () => boolean;
  readonly take: (events: readonly Numbered<E>[]) => void;
  /** Stands in the stream for events that were dropped. */
  readonly overflowOf: (overflow: Overflow) => E;
  /** Units: events that wait for it at most. */
  readonly bufferSize: number;
}

/**
 * One subscriber's share of a stream of events.
 *
 * S1. Numbers rise by one with each event that is taken.
 * S2. What waits is bounded: of more the oldest is dropped, and an overflow says so in its place.
 * S3. Who has acknowledged once is sent no more than `bufferSize` events that are not acknowledged; who never does is never held.
 */
export class Subscription<E extends Served> {
  readonly #subscriber: Subscriber<E>;
  #waiting: E[] = [];
  #sent = 0;
  #acknowledged: number | undefined;
  #isPaused = false;
  #dropped: { count: number; readonly oldest: E; newest: E } | undefined;

  constructor(subscriber: Subscriber<E>) {
    this.#subscriber = subscriber;
  }

  offer(events: readonly E[]): void {
    const { matches, bufferSize } = this.#subscriber;
    for (const event of events) if (matches(event)) this.#waiting.push(event);
    // It may be able to take some of them at once.
    this.flush();
    const surplus = this.#waiting.length - bufferSize;
    if (surplus > 0) this.#drop(this.#waiting.splice(0, surplus));
  }

  /** Hands over what waits, as far as it can be taken. */
  flush(): void {
    if (this.#isPaused || (this.#waiting.length === 0 && this.#dropped === undefined)) return;
    const { canTake, take, overflowOf } = this.#subscriber;
    if (!canTake()) return;
    const dropped = this.#dropped;
    if (dropped !== undefined) {
      this.#dropped = undefined;
      const { count, oldest, newest } = dropped;
      const overflow = { id: cursorBefore(oldest), count, oldest: oldest.id, newest: newest.id };
      this.#waiting.unshift(overflowOf(overflow));
    }
    while (this.#waiting.length > 0 && canTake()) {
      const count = Math.min(MAX_TAKEN, this.#window());
      if (count <= 0) return;
      const events = this.#waiting.splice(0, count);
      const first = this.#sent + 1;
      this.#sent += events.length;
      take(events.map((event, index) => ({ sequence: first + index, event })));
    }
  }

  /** Errors: none; numbers that were not sent mean all that were. */
  acknowledge(upTo: number): void {
    this.#acknowledged = Math.max(this.#acknowledged ?? 0, Math.min(upTo, this.#sent));
    this.flush();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.flush();
  }

  /** How many may still be sent. */
  #window(): number {
    if (this.#acknowledged === undefined) return Infinity;
    return this.#subscriber.bufferSize - (this.#sent - this.#acknowledged);
  }

  #drop(events: readonly E[]): void {
    const [oldest] = events;
    const newest = events.at(-1);
    if (oldest === undefined || newest === undefined) return;
    this.#dropped ??= { count: 0, oldest, newest };
    this.#dropped.count += events.length;
    this.#dropped.newest = newest;
  }
}

/** Units: events that are handed over at once. */
const MAX_TAKEN = 256;

/** A place right before an event, which no event has. */
function cursorBefore({ run, seq, atMs }: Served): string {
  return eventIdOf({ atMs, run, seq: seq - 1, part: 255 });
}
