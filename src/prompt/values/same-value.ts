import type { Value } from '../../model/value.ts';

/** Whether two values are the same JSON; the order of members does not count. */
export function isSameValue(one: Value, other: Value): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  if (members.size !== others.size) return false;
  return [...members].every(([key, value]) => {
    const same = others.get(key);
    return same !== undefined && isSameValue(value, same);
  });
}
