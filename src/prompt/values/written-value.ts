import type { Value } from '../../model/value.ts';
import type { Entry, Written } from './yaml-entries.ts';

/** What walks a value may go down by recursion. */
const MAX_DEPTH = 100;
const DECIMAL = /^[+-]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][+-]?[0-9]+)?$/;
const OCTAL = /^0o[0-7]+$/;
const HEX = /^0x[0-9a-fA-F]+$/;

/**
 * The value that is written in a front matter, by the core schema of YAML 1.2: for lists and maps, whose parts have no
 * declared type.
 *
 * Shape: undefined where a part of it is no JSON: an alias, an infinite number, a key twice or one that is no text.
 */
export function writtenValue(written: Written, depth = 0): Value | undefined {
  if (depth > MAX_DEPTH || written.kind === 'other') return undefined;
  if (written.kind === 'nothing') return null;
  if (written.kind === 'scalar') return written.isPlain ? plainValue(written.text) : written.text;
  return written.kind === 'list' ? listValue(written.items, depth) : mapValue(written.entries, depth);
}

function listValue(items: readonly Written[], depth: number): Value | undefined {
  const values = items.map((item) => writtenValue(item, depth + 1));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function mapValue(entries: readonly Entry[], depth: number): Value | undefined {
  const members = new Map<string, Value>();
  for (const entry of entries) {
    const value = writtenValue(entry, depth + 1);
    if (value === undefined || entry.key.name === '' || members.has(entry.key.name)) return undefined;
    members.set(entry.key.name, value);
  }
  return Object.fromEntries(members);
}

/** What a scalar without quotes is. Undefined for a number that JSON cannot say. */
function plainValue(text: string): Value | undefined {
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === 'true';
  if (/^(?:[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(text)) return undefined;
  if (!DECIMAL.test(text) && !OCTAL.test(text) && !HEX.test(text)) return text;
  const value = Number(text) + 0;
  return Number.isFinite(value) ? value : undefined;
}
