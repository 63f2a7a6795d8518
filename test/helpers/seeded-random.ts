/** Numbers that are the same for a seed, for tests that print the seed of what they found (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    // Seeds in a row would begin alike.
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** A number from 0 up to, not including, 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, `limit`; 0 where there is none. */
  below(limit: number): number {
    return Math.floor(this.fraction() * Math.max(1, limit));
  }

  /** True once in so many times. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}
