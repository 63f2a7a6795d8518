/** A number from 0 to 2^32 that a text decides: FNV-1a, finished with a mix, because neighbours must not choose alike. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** One of a list, as the seed says; undefined for an empty one. */
export function pick<T>(list: readonly T[], seed: string): T | undefined {
  return list[hash(seed) % list.length];
}
