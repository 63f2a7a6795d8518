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

/** The length of all texts in a value, names of members included, and of the longest of them. Units: UTF-16 units. */
export function textLengthIn(value: Value): { readonly total: number; readonly longest: number } {
  let total = 0;
  let longest = 0;
  const count = (text: string) => {
    total += text.length;
    longest = Math.max(longest, text.length);
  };
  const left: Value[] = [value];
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    if (typeof each === 'string') count(each);
    if (typeof each !== 'object' || each === null) continue;
    if (!Array.isArray(each)) for (const name of Object.keys(each)) count(name);
    for (const member of membersOf(each)) left.push(member);
  }
  return { total, longest };
}

function membersOf(value: object & Value): readonly Value[] {
  return Array.isArray(value) ? value : Object.values(value);
}
