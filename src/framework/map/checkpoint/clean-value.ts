import { cleanText } from '../../../util/clean-text.ts';
import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';

/** Deeper is nothing that the framework writes. */
const MAX_DEPTH = 40;

/** A value whose texts are clean, whatever escapes they were written with; undefined where it is nested too deep. */
export function cleanValue(value: Value, depth = 0): Value | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return cleanText(value);
  if (isListValue(value)) {
    const items = value.map((each) => cleanValue(each, depth + 1));
    return items.every((each) => each !== undefined) ? items : undefined;
  }
  if (!isObjectValue(value)) return value;
  const entries: [string, Value][] = [];
  for (const [key, each] of Object.entries(value)) {
    const cleaned = cleanValue(each, depth + 1);
    if (cleaned === undefined) return undefined;
    entries.push([cleanText(key), cleaned]);
  }
  return Object.fromEntries(entries);
}
