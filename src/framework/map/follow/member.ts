import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';

// Readers of what agents give back, of which nothing is sure: undefined means absent, or of another type.

/** A member of an object. */
export function memberOf(value: Value | undefined, name: string): Value | undefined {
  return isObjectValue(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A text that is not empty, under the first of some names. */
export function textIn(value: Value | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = memberOf(value, name);
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

export function numberIn(value: Value | undefined, name: string): number | undefined {
  const number = memberOf(value, name);
  return typeof number === 'number' ? number : undefined;
}

export function booleanIn(value: Value | undefined, name: string): boolean | undefined {
  const found = memberOf(value, name);
  return typeof found === 'boolean' ? found : undefined;
}

/** The entries of a list; none where there is not a list. */
export function listIn(value: Value | undefined, name: string): readonly Value[] {
  return listOf(memberOf(value, name));
}

export function listOf(value: Value | undefined): readonly Value[] {
  return isListValue(value) ? value : [];
}

/** The texts of a list, the first `max` of them. */
export function textsIn(value: Value | undefined, name: string, max = 1000): readonly string[] {
  return listIn(value, name)
    .filter((each) => typeof each === 'string')
    .slice(0, max);
}

/** On one line, and no longer than that. Units: UTF-16. */
export function lineOf(text: string, max = 300): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}

/** A word in small letters, what is between them as `_`: an outcome whoever wrote it. */
export function wordOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}
