import type { Value } from '../model/value.ts';
import type { Budget } from './budget.ts';

const CHARACTERS_PER_STEP = 8;

/**
 * The places of the first item of a list that is equal to one before it, and of that; undefined where all differ.
 *
 * Members of objects may stand in any order.
 * Errors: throws what the budget throws.
 */
export function findEqualItems(
  items: readonly Value[],
  budget: Budget,
): readonly [number, number] | undefined {
  const placeOf = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    const text = keyOf(item, budget);
    const earlier = placeOf.get(text);
    if (earlier !== undefined) return [earlier, place];
    placeOf.set(text, place);
  }
  return undefined;
}

/** A text that two values share if they are equal. */
function keyOf(value: Value, budget: Budget): string {
  if (Array.isArray(value)) return `[${value.map((each) => keyOf(each, budget)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, each]) => `${keyOf(name, budget)}:${keyOf(each, budget)}`,
    );
    return `{${members.toSorted().join(',')}}`;
  }
  const text = JSON.stringify(value);
  budget.spend(20 + text.length / CHARACTERS_PER_STEP);
  return text;
}
