import { isListValue, isObjectValue, type Value } from '../../model/value.ts';
import { textHash } from '../../util/text-hash.ts';

/**
 * A short name for a value, the same for an equal one: 16 hexadecimal digits.
 *
 * The order of members does not count, that of a list does. It tells whether the same fault came twice; it does not
 * keep out who wants two values to look the same.
 */
export function signature(value: Value): string {
  return textHash(canonical(value));
}

function canonical(value: Value): string {
  if (isListValue(value)) return `[${value.map((each) => canonical(each)).join(',')}]`;
  if (!isObjectValue(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
