const UNITS_MS = new Map([
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

/** The longest that a timer of the engine can wait, rounded down: 500 hours. */
const MAX_MS = 500 * 3_600_000;

/** A duration, or what is wrong with its text as a part of a sentence. Units: milliseconds. */
export type DurationResult = { readonly ms: number } | { readonly fault: string };

/** Reads a duration such as `1h30m`: whole numbers with units, the largest first, each unit once. */
export function parseDuration(text: string): DurationResult {
  const parts = [...text.matchAll(/(\d{1,15})(ms|h|m|s)/gy)];
  const read = parts.reduce((length, part) => length + part[0].length, 0);
  if (parts.length === 0 || read !== text.length) return { fault: faultOf(text) };
  let ms = 0;
  let unitBefore = Infinity;
  for (const [, count, unit] of parts) {
    const unitMs = UNITS_MS.get(unit ?? '') ?? 0;
    if (unitMs >= unitBefore) return { fault: 'names its units in another order than h, m, s, ms' };
    unitBefore = unitMs;
    ms += Number(count) * unitMs;
  }
  if (ms === 0) return { fault: 'is no time at all' };
  return ms > MAX_MS ? { fault: 'is longer than 500h' } : { ms };
}

function faultOf(text: string): string {
  if (text.trim() === '') return 'is empty';
  if (/^\d+$/.test(text)) return 'has no unit';
  return 'is not made of whole numbers with the units h, m, s, ms';
}
