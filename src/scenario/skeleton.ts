import type { Field } from '../model/field.ts';
import type { Value } from '../model/value.ts';
import { indexSchema, isSchemaObject, type SchemaIndex, type SchemaObject } from '../agent/schema-index.ts';

/** Deeper members are left to whoever fills it in. */
const MAX_DEPTH = 6;
/** Units: parts of all of it. */
const MAX_PARTS = 120;

/**
 * The barest value that a JSON Schema may take, for a person to fill in: required members alone, of alternatives the
 * first, of values to choose from the first.
 *
 * It need not fit: of texts with a pattern, say, it has the empty one.
 */
export function skeletonOf(schema: Value): Value {
  return make(schema, { index: indexSchema(schema), depth: 0, budget: { parts: 0 } });
}

/** The barest values of what a person is asked for. */
export function skeletonOfFields(fields: readonly Field[]): Readonly<Record<string, Value>> {
  const required = fields.filter((field) => field.required && field.default === undefined);
  return Object.fromEntries(
    required.map((field) => [field.name, field.enum?.[0] ?? EMPTY[field.type] ?? null]),
  );
}

interface Making {
  readonly index: SchemaIndex;
  readonly depth: number;
  readonly budget: { parts: number };
}

const EMPTY: Readonly<Record<string, Value>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
};

function make(schema: Value, making: Making): Value {
  making.budget.parts += 1;
  const tooMuch = making.depth > MAX_DEPTH || making.budget.parts > MAX_PARTS;
  if (tooMuch || !isSchemaObject(schema)) return null;
  const inner = { ...making, depth: making.depth + 1 };
  const given = schema['const'] ?? listOf(schema['enum'])[0];
  if (given !== undefined) return given;
  const other = elsewhere(schema, making.index);
  const type = [schema['type']].flat().find((each) => each !== 'null' && each !== undefined);
  return type === undefined && other !== undefined ? make(other, inner) : ofType(schema, type, inner);
}

function ofType(schema: SchemaObject, type: Value | undefined, making: Making): Value {
  if (type === 'object' || schema['required'] !== undefined) return objectOf(schema, making);
  if (type === 'array') return itemsOf(schema, making);
  if (type === 'number' || type === 'integer') return schema['minimum'] ?? 0;
  return typeof type === 'string' ? (EMPTY[type] ?? null) : null;
}

function elsewhere(schema: SchemaObject, index: SchemaIndex): Value | undefined {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return index.find(reference, schema);
  return ['allOf', 'anyOf', 'oneOf'].flatMap((name) => listOf(schema[name]))[0];
}

function objectOf(schema: SchemaObject, making: Making): Value {
  const properties = schema['properties'];
  const known = new Map(isSchemaObject(properties) ? Object.entries(properties) : []);
  const names = listOf(schema['required']).filter((name) => typeof name === 'string');
  return Object.fromEntries(names.map((name) => [name, make(known.get(name) ?? null, making)]));
}

function itemsOf(schema: SchemaObject, making: Making): Value {
  const { minItems = 0 } = schema;
  return typeof minItems === 'number' && minItems > 0 ? [make(schema['items'] ?? null, making)] : [];
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
