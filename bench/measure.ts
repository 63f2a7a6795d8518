export type Unit = 'x' | 'µs' | 'ms' | 'MiB' | '/min' | '';

/**
 * What a measure says: one line a figure.
 *
 * Shape: an `x` is wfmap's figure over that of what it is compared with, both from the same run. `value` is absent where
 * it cannot be taken, and `detail` says why; else `detail` says what stands behind the value, with units.
 */
export interface Figure {
  readonly name: string;
  readonly value?: number;
  readonly unit: Unit;
  readonly min?: number;
  readonly max?: number;
  readonly detail: string;
}

/** Shape: `long` asks for the sizes that take minutes, `peers` for what the packages of bench/peers do. */
export interface Wishes {
  readonly long: boolean;
  readonly peers: boolean;
}

export interface Measure {
  readonly name: string;
  readonly run: (wishes: Wishes) => Promise<readonly Figure[]>;
}

/** Ours and the limit, one after the other in every round, so that a busy machine slows both. Units: ms. */
export interface Pair {
  readonly ours: readonly number[];
  readonly limit: readonly number[];
}

/** Units: the functions give milliseconds. The first round is not counted. */
export async function interleave(
  rounds: number,
  ours: () => number | Promise<number>,
  limit: () => number | Promise<number>,
): Promise<Pair> {
  const pair = { ours: [] as number[], limit: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const [a, b] = [await ours(), await limit()];
    if (round === 0) continue;
    pair.ours.push(a);
    pair.limit.push(b);
  }
  return pair;
}

/** The ratio of the medians, with the least and the greatest ratio of a round. */
export function ratioOf({ ours, limit }: Pair): Required<Pick<Figure, 'value' | 'unit' | 'min' | 'max'>> {
  const ratios = ours.map((each, index) => each / (limit[index] ?? Number.NaN));
  return {
    value: median(ours) / median(limit),
    unit: 'x',
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** How work grows with its size: 1 is linear. */
export function exponentOf(
  small: { readonly size: number; readonly ms: number },
  large: { readonly size: number; readonly ms: number },
): number {
  return Math.log(large.ms / small.ms) / Math.log(large.size / small.size);
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * The same in processor time of all threads, which the rest of the machine adds little to. What only waits takes none.
 */
export async function cpuTimed(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export function text(value: number, digits = 1): string {
  return value.toFixed(digits);
}
