import type { Value } from '../../model/value.ts';

/** The first `count` of a list: all of a shorter one; none of what is not a list, or where `count` is no number from 1 on. */
export function take(list: Value, count: Value): readonly Value[] {
  if (!Array.isArray(list) || typeof count !== 'number' || !(count >= 1)) return [];
  return (list as readonly Value[]).slice(0, Math.floor(count));
}
