import type { FieldType } from '../../model/field.ts';

/** The types that can be declared, as a message says them. */
export const DECLARED_TYPE_NAMES: Readonly<Record<FieldType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};
