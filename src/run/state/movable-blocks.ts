import type { BlockInstance } from './block-instance.ts';

/**
 * The blocks without an execution under way, in the order in which they came: those that can go on.
 *
 * Those that wait for a place among the agents, or that a limit keeps from going on, are put aside: nobody has to look at
 * thousands of them as long as there is none. They came before all others, because they were looked at before any other came.
 */
export class MovableBlocks implements Iterable<BlockInstance> {
  readonly #aside = new Set<BlockInstance>();
  readonly #others = new Set<BlockInstance>();

  add(instance: BlockInstance): void {
    if (!this.#aside.has(instance)) this.#others.add(instance);
  }

  delete(instance: BlockInstance): void {
    this.#aside.delete(instance);
    this.#others.delete(instance);
  }

  putAside(instance: BlockInstance): void {
    if (this.#others.delete(instance)) this.#aside.add(instance);
  }

  /** Those that were put aside. */
  get aside(): Iterable<BlockInstance> {
    return this.#aside;
  }

  get hasAside(): boolean {
    return this.#aside.size > 0;
  }

  /** All others; who comes while they are gone through is met too. */
  get others(): Iterable<BlockInstance> {
    return this.#others;
  }

  *[Symbol.iterator](): Generator<BlockInstance> {
    yield* this.#aside;
    yield* this.#others;
  }
}
