import { isDeepStrictEqual } from 'node:util';
import { isObjectValue, type Value } from '../model/value.ts';
import { shownValue } from '../prompt/values/coerce.ts';

/** Units: parts. More are nobody's to read. */
const MAX_DIFFERENCES = 5;

/**
 * How a value differs from what is expected of it: sentences; none where it fits.
 *
 * Of objects the members that are named count and no others; lists are compared item by item, and have as many.
 */
export function differences(name: string, expected: Value, found: Value | undefined): readonly string[] {
  return compare(name, expected, found).slice(0, MAX_DIFFERENCES);
}

function compare(name: string, expected: Value, found: Value | undefined): readonly string[] {
  if (found === undefined) return [`${name}: ${shownValue(expected)} was expected, and there is nothing.`];
  if (Array.isArray(expected) && Array.isArray(found)) {
    if (expected.length !== found.length) {
      return [`${name}: a list of ${expected.length} was expected, and it has ${found.length}.`];
    }
    return expected.flatMap((each, index) => compare(`${name}[${index}]`, each, found[index]));
  }
  if (isObjectValue(expected) && isObjectValue(found)) {
    const members = new Map(Object.entries(found));
    return Object.entries(expected).flatMap(([key, each]) =>
      compare(`${name}.${key}`, each, members.get(key)),
    );
  }
  if (isDeepStrictEqual(expected, found)) return [];
  return [`${name}: ${shownValue(expected)} was expected, not ${shownValue(found)}.`];
}
