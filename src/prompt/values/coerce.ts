import type { FieldType } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { parseJsonText } from './json-text.ts';

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Turns the text of an argument or field into a value of its declared type; undefined when it does not fit.
 *
 * Shape: a string is taken as it is. White space around numbers and booleans does not count. A number is
 * finite and decimal, with an exponent or without (`-1.5`, `1e3`); `0x1f` is likelier a commit than a number,
 * and is refused. A boolean is true, false, 1 or 0 in any case. Arrays and objects are JSON.
 */
export function coerce(text: string, type: FieldType): Value | undefined {
  if (type === 'string') return text;
  if (type === 'array' || type === 'object') {
    const value = parseJsonText(text);
    return value !== undefined && typeOfValue(value) === type ? value : undefined;
  }
  const trimmed = text.trim();
  if (type === 'boolean') return TRUTH.get(trimmed.toLowerCase());
  const value = DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
  // Adding zero makes -0 the 0 that JSON and CEL know.
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** The declared type that a value is of; undefined for null, which is of none. */
export function typeOfValue(value: Value): FieldType | undefined {
  if (value === null) return undefined;
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}

const WANTED: Readonly<Record<FieldType, string>> = {
  string: 'text',
  number: 'a decimal number such as 42 or -1.5',
  boolean: 'true or false (1 and 0 count too)',
  array: 'a JSON list such as ["a", "b"]',
  object: 'a JSON object such as {"a": 1}',
};

/** Says that a value is not of a declared type: a sentence. Texts are those that {@link coerce} gave nothing for. */
export function describeMismatch(name: string, value: Value, type: FieldType): string {
  return `The value ${shownValue(value)} of "${name}" is not ${WANTED[type]}.`;
}

/** A value as a message shows it: JSON, cut where it is long. */
export function shownValue(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
