import { MinHeap } from '../util/min-heap.ts';
import { invariant } from '../util/invariant.ts';

/**
 * What an item of a foreach waits for.
 *
 * Shape: `after` are keys of items that must be over; `resources` are shared with no other running item,
 * undefined where the task has no such rule, and empty for an item that runs alone.
 */
export interface PlannedItem {
  readonly key: string;
  readonly after: readonly string[];
  readonly resources: readonly string[] | undefined;
}

/**
 * Which item of a foreach may start next.
 *
 * S1. An item starts when all that it waits for is over.
 * S2. No two running items share a resource, and an item that runs alone has no other beside it.
 * S3. Never more than `concurrency` run; one whose block has ended and whose work waits to be merged is not counted.
 * S4. Of the items that may start, the first in item order does; so the order of starts depends on the order of
 *     ends alone.
 * Work: an item costs what its rules are long, and the logarithm of their number.
 */
export class ItemSchedule {
  readonly #items: readonly PlannedItem[];
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #concurrency: number;
  /** How many an item still waits for, and who waits for it. */
  readonly #missing: number[];
  readonly #dependents: number[][];
  readonly #ready = new MinHeap();
  /** Items that could start but for a resource, by the one that kept them. */
  readonly #kept = new Map<string, MinHeap>();
  readonly #alone = new MinHeap();
  readonly #used = new Set<string>();
  /** Items that run, or ran, or never will. */
  readonly #begun = new Set<number>();
  #running = 0;
  /** Those of them that no longer count among the running: their blocks have ended. */
  readonly #resting = new Set<number>();
  #aloneRuns = false;

  constructor(items: readonly PlannedItem[], concurrency = Infinity) {
    this.#items = items;
    this.#concurrency = concurrency;
    this.#indexOf = new Map(items.map(({ key }, index) => [key, index]));
    this.#missing = items.map(({ after }) => new Set(after).size);
    this.#dependents = items.map(() => []);
    for (const [index, { after }] of items.entries()) {
      for (const key of new Set(after)) this.#dependents[this.#index(key)]?.push(index);
      if (this.#missing[index] === 0) this.#ready.push(index);
    }
  }

  /** The item to start now; undefined where none may. It stays the next one until it is started. */
  next(): string | undefined {
    if (this.#running - this.#resting.size >= this.#concurrency || this.#aloneRuns) return undefined;
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
    this.#resting.add(this.#index(key));
  }

  /** An item that ran is over. */
  end(key: string): void {
    const index = this.#index(key);
    this.#running -= 1;
    this.#resting.delete(index);
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
    for (const dependent of this.#dependents[index] ?? []) {
      const missing = (this.#missing[dependent] ?? 0) - 1;
      this.#missing[dependent] = missing;
      if (missing === 0) this.#ready.push(dependent);
    }
  }

  /** The items that wait for this one, directly. */
  dependentsOf(key: string): readonly string[] {
    return (this.#dependents[this.#index(key)] ?? []).flatMap((index) => this.#items[index]?.key ?? []);
  }

  #index(key: string): number {
    const index = this.#indexOf.get(key);
    invariant(index !== undefined, `there is an item "${key}"`);
    return index;
  }

  #runsAlone(index: number): boolean {
    return this.#items[index]?.resources?.length === 0;
  }

  #resourcesOf(index: number): readonly string[] {
    return this.#items[index]?.resources ?? [];
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
