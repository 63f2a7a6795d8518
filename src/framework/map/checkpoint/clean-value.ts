import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';

/** Deeper is nothing that the framework writes. */
const MAX_DEPTH = 40;

/** Control characters but line feed and tab, line and paragraph separators, and what turns the direction of text. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text without characters that make a terminal do, or show, something else than what is written. */
export function cleanText(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

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
