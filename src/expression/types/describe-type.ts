import { membersOf } from './union-of.ts';
import type { ValueType } from './value.ts';

/** A type in plain words, as they follow "is". */
export function describeType(type: ValueType): string {
  const words = new Set(membersOf([type]).map(describeOne));
  return words.size <= 3 ? [...words].join(' or ') : 'a value';
}

function describeOne(type: ValueType): string {
  if (typeof type === 'string') return WORDS[type];
  if (type.kind === 'list') return 'a list';
  if (type.kind !== 'literals') return 'an object';
  const [value = null] = type.values;
  return value === null
    ? 'null'
    : typeof value === 'string'
      ? 'a text'
      : typeof value === 'number'
        ? 'a number'
        : 'true or false';
}

const WORDS: Readonly<Record<Extract<ValueType, string>, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  null: 'null',
  any: 'a value',
};
