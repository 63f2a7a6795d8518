import type { ItemRecord } from '../../model/event-records.ts';
import { MinHeap } from '../../util/min-heap.ts';
import { invariant } from '../../util/invariant.ts';

/** What an item of a foreach waits for. */
export type PlannedItem = Omit<ItemRecord, 'value'>;

/**
 * Which item of a foreach may start next.
 *
 * S1. An item starts when all that it waits for is over.
 * S2. No two running items share a resource, and an item that runs alone has no other beside it.
 * S3. Never more than `concurrency` run. An item whose block has ended and whose work waits to be merged does not count.
 *     Neither does a stopped item until the run resumes, if the others continue. Each keeps what it shares until it is
 *     over.
 * S4. Of the items that may start, the first in item order does; so the order of starts depends on the order of
 *     ends alone. Before any starts, the stopped ones have their places again.
 * Work: an item costs what its rules are long, and the logarithm of their number.
 */
export class ItemSchedule {
  readonly #items: readonly PlannedItem[];
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #concurrency: number;
  readonly #goesOn: boolean;
  /** How many an item still waits for, and who waits for it: most items for none, and for most nobody. */
  readonly #missing: number[];
  readonly #dependents = new Map<number, number[]>();
  readonly #ready = new MinHeap();
  /** Items that could start but for a resource, by the one that kept them. */
  readonly #kept = new Map<string, MinHeap>();
  readonly #alone = new MinHeap();
  readonly #used = new Set<string>();
  /** Items that run, or ran, or never will. */
  readonly #begun = new Set<number>();
  #running = 0;
  /** Those of them whose blocks have ended. */
  readonly #left = new Set<number>();
  /** Those that have stopped, and those that are to continue. */
  readonly #stopped = new Set<number>();
  readonly #returning = new Set<number>();
  /** All of these that do not count among the running. */
  readonly #uncounted = new Set<number>();
  #aloneRuns = false;

  /** `goesOn`: whether others take the place of a stopped item. */
  constructor(items: readonly PlannedItem[], concurrency = Infinity, goesOn = false) {
    this.#items = items;
    this.#concurrency = concurrency;
    this.#goesOn = goesOn;
    this.#indexOf = new Map(items.map(({ key }, index) => [key, index]));
    this.#missing = items.map(({ after }) => new Set(after).size);
    for (const [index, { after }] of items.entries()) {
      for (const key of new Set(after)) this.#waitFor(this.#index(key), index);
      if (this.#missing[index] === 0) this.#ready.push(index);
    }
  }

  /** The item to start now; undefined where none may. It stays the next one until it is started. */
  next(): string | undefined {
    if (!this.#hasPlace || this.#returning.size > 0 || this.#aloneRuns) return undefined;
    if (this.#running === 0) this.#recall(this.#alone);
    for (let index = this.#ready.pop(); index !== undefined; index = this.#ready.pop()) {
      if (this.#begun.has(index)) continue;
      const keeper = this.#keeperOf(index);
      if (keeper === undefined) {
        this.#ready.push(index);
        return this.#items[index]?.key;
      }
      keeper.push(index);
      // What the item would have taken is free for the next that waits for it.
      for (const resource of this.#resourcesOf(index)) {
        const waiting = this.#kept.get(resource);
        if (!this.#used.has(resource) && waiting !== undefined) this.#recall(waiting);
      }
    }
    return undefined;
  }

  /** An item runs. On replay nobody asked which is the next, and the map may have had other rules then. */
  start(key: string): void {
    const index = this.#index(key);
    this.#begun.add(index);
    this.#running += 1;
    if (this.#runsAlone(index)) this.#aloneRuns = true;
    for (const resource of this.#resourcesOf(index)) this.#used.add(resource);
  }

  /** The block of an item has ended; what it shares it keeps until it is over, as when its work is merged. */
  rest(key: string): void {
    const index = this.#index(key);
    this.#left.add(index);
    this.#uncounted.add(index);
  }

  /** A running item has stopped: nothing in it continues before the run resumes. */
  stop(key: string): void {
    const index = this.#index(key);
    this.#stopped.add(index);
    this.#returning.delete(index);
    if (this.#goesOn) this.#uncounted.add(index);
  }

  /** Whether all running items have stopped, and no other can start. */
  get isStopped(): boolean {
    return this.#running > 0 && this.#stopped.size === this.#running && this.next() === undefined;
  }

  /** The run resumes: stopped items are to continue, once there is a place. */
  resume(): void {
    for (const index of this.#stopped) if (this.#isOutOfPlace(index)) this.#returning.add(index);
    this.#stopped.clear();
  }

  /** Whether a running item may continue: it has its place, or one is free. */
  mayGoOn(key: string): boolean {
    return !this.#isOutOfPlace(this.#index(key)) || this.#hasPlace;
  }

  /** Something in an item continues. */
  goOn(key: string): void {
    const index = this.#index(key);
    this.#stopped.delete(index);
    this.#returning.delete(index);
    if (!this.#left.has(index)) this.#uncounted.delete(index);
  }

  /** An item that ran is over. */
  end(key: string): void {
    const index = this.#index(key);
    this.#running -= 1;
    for (const some of [this.#left, this.#stopped, this.#returning, this.#uncounted]) some.delete(index);
    if (this.#runsAlone(index)) this.#aloneRuns = false;
    for (const resource of this.#resourcesOf(index)) {
      this.#used.delete(resource);
      const waiting = this.#kept.get(resource);
      if (waiting !== undefined) this.#recall(waiting);
    }
    this.leave(key);
  }

  /** An item is over that did not run: it was skipped, or its result is kept from before. */
  leave(key: string): void {
    const index = this.#index(key);
    this.#begun.add(index);
    for (const dependent of this.#dependents.get(index) ?? []) {
      const missing = (this.#missing[dependent] ?? 0) - 1;
      this.#missing[dependent] = missing;
      if (missing === 0) this.#ready.push(dependent);
    }
  }

  /** The items that wait for this one, directly. */
  dependentsOf(key: string): readonly string[] {
    return (this.#dependents.get(this.#index(key)) ?? []).flatMap((index) => this.#items[index]?.key ?? []);
  }

  #waitFor(index: number, dependent: number): void {
    const dependents = this.#dependents.get(index);
    if (dependents === undefined) this.#dependents.set(index, [dependent]);
    else dependents.push(dependent);
  }

  get #hasPlace(): boolean {
    return this.#running - this.#uncounted.size < this.#concurrency;
  }

  /** Whether its place went to others while it was stopped. */
  #isOutOfPlace(index: number): boolean {
    return this.#uncounted.has(index) && !this.#left.has(index);
  }

  #index(key: string): number {
    const index = this.#indexOf.get(key);
    invariant(index !== undefined, `there is an item "${key}"`);
    return index;
  }

  #runsAlone(index: number): boolean {
    return this.#items[index]?.exclusive?.length === 0;
  }

  #resourcesOf(index: number): readonly string[] {
    return this.#items[index]?.exclusive ?? [];
  }

  /** Where an item has to wait; undefined where it can start. */
  #keeperOf(index: number): MinHeap | undefined {
    if (this.#runsAlone(index)) return this.#running > 0 ? this.#alone : undefined;
    const busy = this.#resourcesOf(index).find((resource) => this.#used.has(resource));
    if (busy === undefined) return undefined;
    const waiting = this.#kept.get(busy) ?? new MinHeap();
    this.#kept.set(busy, waiting);
    return waiting;
  }

  /** The first of those that wait may try again. */
  #recall(waiting: MinHeap): void {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#begun.has(index)) continue;
      this.#ready.push(index);
      return;
    }
  }
}
