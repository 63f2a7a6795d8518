import type { Value } from '../../model/value.ts';

/** The first `count` entries of a list; none if it is not a list, or if `count` is not a number of at least 1. */
export function take(list: Value, count: Value): readonly Value[] {
  if (!Array.isArray(list) || typeof count !== 'number' || !(count >= 1)) return [];
  return (list as readonly Value[]).slice(0, Math.floor(count));
}
