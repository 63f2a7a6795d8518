import type { Retry } from '../../model/block.ts';

const TRANSPORT_RETRIES = 2;
const REPLY_REPAIRS = 1;

/** How often faults of the transport are tried again. */
export function retriesOf({ max }: Retry): number {
  return max ?? TRANSPORT_RETRIES;
}

/** How often a reply that is no answer is asked for again. */
export function repliesOf({ reply }: Retry): number {
  return reply ?? REPLY_REPAIRS;
}

/**
 * How long to wait before a further try: from 1 s doubling to 60 s, of which a random half is jitter.
 *
 * Units: milliseconds; `retry` counts from 1; `random` is in [0, 1).
 */
export function retryDelayMs(retry: number, random: number): number {
  const full = Math.min(1000 * 2 ** (retry - 1), 60_000);
  return Math.round(full * (0.5 + random / 2));
}

/** A number in [0, 1) that depends on the seed and the place alone, so that a replay waits alike (mulberry32). */
export function randomOf(seed: number, place: number): number {
  let t = (Math.trunc(seed) + Math.imul(place, 0x6d2b79f5)) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}
