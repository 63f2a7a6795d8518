import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';

export type Record = Readonly<{ [key: string]: Value }>;

/** A value as an object; undefined for every other. What agents give back may be anything. */
export function toRecord(value: Value | undefined): Record | undefined {
  return isObjectValue(value) ? value : undefined;
}

/** A value as a list; empty for every other. */
export function toList(value: Value | undefined): readonly Value[] {
  return isListValue(value) ? value : [];
}

/** The objects of a value that is a list of them; what is none is left out. */
export function toRecords(value: Value | undefined): readonly Record[] {
  return toList(value).filter((each) => isObjectValue(each));
}

/** The texts of a value that is a list of them; what is no text is left out. */
export function toTexts(value: Value | undefined): readonly string[] {
  return toList(value).filter((each) => typeof each === 'string');
}

/** An own member: never one that all objects have, such as `constructor`. */
export function memberIn(record: Record | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A member that is a text, without white space around it; empty where there is none. */
export function textIn(record: Record | undefined, key: string): string {
  const value = memberIn(record, key);
  return typeof value === 'string' ? value.trim() : '';
}
