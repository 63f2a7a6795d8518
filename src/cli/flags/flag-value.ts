import type { ScalarType } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { describeChoice, isAllowed } from '../../prompt/values/allowed-value.ts';
import { describeCommandFault } from '../../prompt/values/command-value.ts';
import { coerce, describeMismatch } from '../../prompt/values/coerce.ts';
import { parseJsonText } from '../../prompt/values/json-text.ts';
import { readText } from '../../project/read-text.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { closest } from '../../util/closest.ts';
import { schemaOfField, type FlagField, type FlagOwner } from './flag-field.ts';
import { UsageError } from '../io/usage-error.ts';

/** Units: bytes. */
const MAX_FILE_BYTES = 4 * 1_048_576;

/**
 * The value that a flag gives its field; `texts` are what stands after it, at least one, in order.
 *
 * Shape: the last of several counts, but lists are put together: each text is a JSON list, `@file` with one, or, where the
 * elements are plain values, an element; an empty text is the empty list. Objects are JSON or `@file`.
 * Errors: throws {@link UsageError} for a value that is not of the field's type, enum or schema, ProjectError for a file
 * that cannot be read.
 */
export function readFlagValue(field: FlagField, texts: readonly string[], owner: FlagOwner): Value {
  const values = texts.map((text) => valueOf(field, text, owner));
  const value = field.type === 'array' ? values.flat(1) : (values.at(-1) ?? null);
  const fault = field.isCommand === true ? describeCommandFault(`--${field.name}`, value) : undefined;
  if (fault !== undefined) fail(fault);
  if (!isAllowed(value, field.enum)) throw notAllowed(field, value);
  checkSchema(field, value, owner);
  return value;
}

/** A schema that cannot be used is told where the map is checked. */
function checkSchema(field: FlagField, value: Value, owner: FlagOwner): void {
  const schema = schemaOfField(field, owner);
  const compiled = schema === undefined ? undefined : compileSchema(schema);
  if (!compiled || 'fault' in compiled) return;
  const faults = compiled.check(value).map(({ message }) => message);
  if (faults.length > 0) {
    throw new UsageError(`The value of "--${field.name}" does not fit its schema: ${faults.join(' ')}`);
  }
}

function valueOf(field: FlagField, text: string, owner: FlagOwner): Value {
  const { name, type } = field;
  if (type === 'string' || type === 'number' || type === 'boolean') {
    return coerce(text, type) ?? fail(describeMismatch(`--${name}`, text, type), helpFor(field, owner));
  }
  if (text.startsWith('@')) return fileValue(field, text.slice(1));
  if (type === 'any') return parseJsonText(text) ?? text;
  const value = coerce(text, type);
  if (value !== undefined) return value;
  const item = type === 'array' ? itemOf(field, text, owner) : undefined;
  return item ?? fail(describeMismatch(`--${name}`, text, type), helpFor(field, owner));
}

function fileValue({ name, type }: FlagField, path: string): Value {
  if (path === '') {
    fail(`--${name}=@ names no file.`, `Write --${name}=@file.json, with the value as JSON in that file.`);
  }
  const text = readText(path, MAX_FILE_BYTES).replace(/^\uFEFF/, '');
  const value = type === 'any' ? parseJsonText(text) : coerce(text, type);
  const wanted = type === 'any' ? 'value' : type === 'array' ? 'list' : 'object';
  return (
    value ??
    fail(
      `The file "${path}" for "--${name}" does not hold a JSON ${wanted}.`,
      'Correct the file, or name another.',
    )
  );
}

/** An element that is written alone. */
function itemOf(field: FlagField, text: string, owner: FlagOwner): Value | undefined {
  if (text.trim() === '') return [];
  const type = itemType(schemaOfField(field, owner));
  if (type === undefined || text.trimStart().startsWith('[')) return undefined;
  const item = coerce(text, type);
  return item === undefined ? undefined : [item];
}

/** What the elements of a list are: text unless its schema says otherwise; undefined where they are no plain values. */
function itemType(schema: Value | undefined): ScalarType | undefined {
  const items = memberOf(schema, 'items');
  const type = memberOf(items, 'type');
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  return items === undefined ? 'string' : undefined;
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value)).get(name);
}

function helpFor(field: FlagField, owner: FlagOwner): string | undefined {
  const { name, type } = field;
  if (type === 'object') return `Write --${name}='{"a": 1}', or --${name}=@file.json.`;
  if (type !== 'array') return undefined;
  const isPlain = itemType(schemaOfField(field, owner)) !== undefined;
  return `Write --${name}='["a", "b"]', or --${name}=@file.json${isPlain ? `, or --${name}=a --${name}=b` : ''}.`;
}

function notAllowed(field: FlagField, value: Value): UsageError {
  const texts = (field.enum ?? []).filter((each) => typeof each === 'string');
  const near = typeof value === 'string' ? closest(value, texts) : undefined;
  const help = near === undefined ? {} : { help: `Did you mean --${field.name}=${near}?` };
  return new UsageError(describeChoice(`--${field.name}`, value, field.enum), help);
}

function fail(message: string, help?: string): never {
  throw new UsageError(message, help === undefined ? {} : { help });
}
