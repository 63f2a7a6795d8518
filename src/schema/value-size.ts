import type { Value } from '../model/value.ts';

/** How deep lists and objects are nested in a value; one more than `max` where they are deeper than that. */
export function valueDepth(value: Value, max: number): number {
  let depth = 0;
  let level: readonly Value[] = [value];
  while (depth <= max) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? [...membersOf(each)] : []));
    if (level.length === 0) return depth;
    depth += 1;
  }
  return depth;
}

/** The length of all texts in a value, names of members included. Units: UTF-16 units. */
export function textLengthIn(value: Value): number {
  let total = 0;
  const left: Value[] = [value];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (typeof each === 'string') total += each.length;
    if (typeof each !== 'object' || each === null) continue;
    if (!Array.isArray(each)) for (const name of Object.keys(each)) total += name.length;
    for (const member of membersOf(each)) left.push(member);
  }
  return total;
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
