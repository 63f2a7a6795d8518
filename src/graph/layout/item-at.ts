import { invariant } from '../../util/invariant.ts';

/** The item at a place that the list has. Errors: throws InvariantError where it has not. */
export function itemAt<T>(items: readonly T[], place: number): T {
  const item = items.at(place);
  invariant(item !== undefined, 'A place of a layout is in its list.');
  return item;
}
