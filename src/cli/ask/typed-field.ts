import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { isAllowed } from '../../prompt/values/allowed-value.ts';
import { coerce, describeMismatch, shownValue } from '../../prompt/values/coerce.ts';
import { fieldMismatch } from '../../run/scope/field-mismatch.ts';
import { schemaOfField, type SchemaOf } from '../flags/flag-field.ts';

/** What a line that was typed for a field gives. Shape: `left` is a field that is left out. */
export type TypedField =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'left' }
  | { readonly kind: 'mismatch'; readonly message: string };

const YES_NO: ReadonlyMap<string, boolean> = new Map([
  ['y', true],
  ['yes', true],
  ['n', false],
  ['no', false],
]);

/**
 * Reads what a person typed for a field.
 *
 * Shape: an empty line is the default, or leaves an optional field out. Of an `enum` the number in the list counts, and
 * the value itself before that; lists and objects are JSON.
 */
export function readTypedField(field: Field, line: string, schemaOf?: SchemaOf): TypedField {
  if (line.trim() === '') {
    if (field.default !== undefined) return { kind: 'value', value: field.default };
    if (!field.required) return { kind: 'left' };
    return { kind: 'mismatch', message: `"${field.name}" is needed.` };
  }
  const value = valueOf(field, line);
  const message =
    value === undefined
      ? describeMismatch(field.name, line, field.type)
      : fieldMismatch(field, value, schemaOfField(field, schemaOf === undefined ? {} : { schemaOf }));
  if (message !== undefined || value === undefined) return { kind: 'mismatch', message: message ?? '' };
  return { kind: 'value', value };
}

function valueOf(field: Field, line: string): Value | undefined {
  const { type } = field;
  const typed = type === 'boolean' ? YES_NO.get(line.trim().toLowerCase()) : undefined;
  const value = typed ?? coerce(type === 'string' ? line : line.trim(), type);
  if (field.enum === undefined || (value !== undefined && isAllowed(value, field.enum))) return value;
  const number = /^\s*#?(\d{1,4})\s*$/.exec(line)?.[1];
  return (number === undefined ? undefined : field.enum[Number(number) - 1]) ?? value;
}

/** How the line for a field begins: its name, what may be typed, what an empty line stands for. */
export function promptOfField({ name, type, required, enum: allowed, default: byDefault }: Field): string {
  const wanted = { string: '', number: 'number', boolean: 'y/n', array: 'JSON list', object: 'JSON object' }[
    type
  ];
  const notes = [
    ...(allowed === undefined ? [wanted] : [`1-${allowed.length}`]),
    ...(byDefault === undefined
      ? []
      : [byDefault === '' ? 'Enter for none' : `default ${shownValue(byDefault)}`]),
    ...(required || byDefault !== undefined ? [] : ['optional']),
  ].filter((note) => note !== '');
  return `${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}: `;
}
