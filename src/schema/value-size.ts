import type { Value } from '../model/value.ts';

/**
 * How much there is in a value.
 *
 * Shape: `depth` is how deep lists and objects are nested, or one more than `maxDepth` where they are deeper than that;
 * what lies below is not counted.
 * Units: `length` is that of all texts, names of members included, in UTF-16 units.
 */
export function valueSize(
  value: Value,
  maxDepth: number,
): { readonly depth: number; readonly length: number } {
  let length = 0;
  let level: readonly Value[] = [value];
  for (let depth = 0; ; depth += 1) {
    const below: Value[] = [];
    for (const each of level) {
      if (typeof each === 'string') length += each.length;
      else if (Array.isArray(each)) for (const item of each) below.push(item);
      else if (typeof each === 'object' && each !== null) {
        for (const [name, member] of Object.entries(each)) {
          length += name.length;
          below.push(member);
        }
      }
    }
    if (below.length === 0 || depth > maxDepth) return { depth, length };
    level = below;
  }
}

/** How many values are in a value, down to so many levels. */
export function partsIn(value: Value, levels: number): number {
  if (levels === 0 || typeof value !== 'object' || value === null) return 0;
  let parts = 0;
  for (const each of membersOf(value)) parts += 1 + partsIn(each, levels - 1);
  return parts;
}

function membersOf(value: object & Value): readonly Value[] {
  return Array.isArray(value) ? value : Object.values(value);
}
