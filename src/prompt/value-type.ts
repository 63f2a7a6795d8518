import type { ValueType } from '../expression/value.ts';
import type { FieldType } from '../model/field.ts';

/** What expressions know of a value with a declared type. */
export function valueTypeOf(type: FieldType): ValueType {
  return type === 'array' || type === 'object' ? 'any' : type;
}
