import type { Value } from '../model/value.ts';

/**
 * A value as its one canonical text: no white space, members sorted by the UTF-16 units of their names, numbers and
 * strings as `JSON.stringify` writes them.
 *
 * Shape: parses back to an equal value; equal values give the same text, in whatever order their members were.
 * Source: RFC 8785, but that a lone half of a surrogate pair is escaped where the RFC refuses it
 */
export function canonicalJson(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`;
}
