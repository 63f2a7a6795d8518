import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import { indexSchema, isSchemaObject, type SchemaObject } from '../schema-index.ts';
import { flatten, listOf, typesOf, type Merging } from './merge-schemas.ts';
import { plausibleNumber } from './plausible-number.ts';
import { plausibleText } from './plausible-text.ts';
import { hash, pick } from './seeded.ts';

/**
 * Makes a value that fits a JSON Schema, as the seed says: few items, optional properties now and then.
 *
 * What it does not keep to: `not`, `if`, `unevaluated…`, `pattern`, and alternatives that exclude each other only by these.
 * `notePattern` receives each pattern that a text of the value may not match; an optional property with one is left out.
 * Errors: none; of a schema that nothing fits it makes something.
 */
export function plausibleValue(
  schema: Value,
  seed: string,
  notePattern: (pattern: string) => void = () => undefined,
): Value {
  const spent = { parts: 0, merged: 0 };
  return make(schema, { index: indexSchema(schema), seed, depth: 0, spent, notePattern });
}

/** The values of what a person is asked for, each made by `valueOf` from its schema and a seed of its own. */
export function plausibleFields(
  fields: readonly Field[],
  seed: string,
  valueOf: (schema: Value, seed: string) => Value = plausibleValue,
): Readonly<Record<string, Value>> {
  const entries = fields.map((field): [string, Value] => {
    const place = `${seed}/${field.name}`;
    if (field.default !== undefined) return [field.name, field.default];
    const { type, schema } = field;
    const own = field.enum === undefined ? { type } : { type, enum: field.enum };
    // References in the schema start at its own root.
    const isAlone = schema?.kind === 'inline' && field.enum === undefined;
    return [field.name, valueOf(isAlone ? schema.schema : own, place)];
  });
  return Object.fromEntries(entries);
}

interface Making extends Merging {
  readonly depth: number;
  readonly spent: { parts: number; merged: number };
  readonly notePattern: (pattern: string) => void;
}

/** From here on only what must be there is made. */
const SPARE_DEPTH = 5;
const MAX_DEPTH = 40;
const MAX_PARTS = 5_000;

function make(schema: Value, making: Making): Value {
  making.spent.parts += 1;
  if (making.depth > MAX_DEPTH || making.spent.parts > MAX_PARTS) return null;
  const flat = flatten(schema, making);
  if (flat === false) return null;
  const given = givenIn(flat, making.seed);
  return given === undefined ? ofType(typeOf(flat, making), flat, making) : given;
}

function under(making: Making, step: string | number): Making {
  return { ...making, seed: `${making.seed}/${step}`, depth: making.depth + 1 };
}

/** A value that the schema itself names. */
function givenIn(schema: SchemaObject, seed: string): Value | undefined {
  if (schema['const'] !== undefined) return schema['const'];
  const types = typesOf(schema['type']);
  const values = listOf(schema['enum']).filter(
    (value) => types.length === 0 || types.some((type) => isOf(value, type)),
  );
  if (values.length > 0) return pick(values, seed);
  const examples = [
    ...listOf(schema['examples']),
    ...(schema['default'] === undefined ? [] : [schema['default']]),
  ];
  return pick(
    examples.filter((value) => types.some((type) => isOf(value, type))),
    seed,
  );
}

function isOf(value: Value, type: Value): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchemaObject(value);
  return type === 'null' ? value === null : typeof value === type;
}

/** What a keyword speaks of. */
const SPEAKS_OF: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'contains']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type to make; null only where nothing else can be, or where all else goes deep. */
function typeOf(schema: SchemaObject, { seed, depth }: Making): Value {
  const types = typesOf(schema['type']);
  if (types.length === 0) {
    const found = SPEAKS_OF.find(([, names]) => names.some((name) => schema[name] !== undefined));
    return found?.[0] ?? 'string';
  }
  if (types.includes('null') && depth > SPARE_DEPTH) return 'null';
  const others = types.filter((type) => type !== 'null');
  return pick(others, `${seed}/type`) ?? 'null';
}

function ofType(type: Value, schema: SchemaObject, making: Making): Value {
  if (type === 'object') return makeObject(schema, making);
  if (type === 'array') return makeArray(schema, making);
  if (type === 'string') return makeText(schema, making);
  if (type === 'number' || type === 'integer')
    return plausibleNumber(schema, making.seed, type === 'integer');
  // More often yes: what is asked for is mostly whether all is well.
  return type === 'boolean' ? hash(making.seed) % 4 !== 0 : null;
}

function makeText(schema: SchemaObject, { seed, notePattern }: Making): Value {
  const { pattern } = schema;
  if (typeof pattern === 'string') notePattern(pattern);
  return plausibleText(schema, seed);
}

function makeObject(schema: SchemaObject, making: Making): Value {
  const properties = new Map(
    isSchemaObject(schema['properties']) ? Object.entries(schema['properties']) : [],
  );
  const rest = schema['additionalProperties'] ?? {};
  const names = namesOf(schema, properties, making);
  const entries = [...names].map((name): [string, Value] => [
    name,
    make(properties.get(name) ?? (rest === false ? {} : rest), under(making, name)),
  ]);
  return Object.fromEntries(entries);
}

function namesOf(
  schema: SchemaObject,
  properties: ReadonlyMap<string, Value>,
  making: Making,
): ReadonlySet<string> {
  const names = new Set(listOf(schema['required']).filter((name) => typeof name === 'string'));
  const most = numberIn(schema, 'maxProperties', Infinity);
  const least = Math.min(numberIn(schema, 'minProperties', 0), MAX_PARTS);
  for (const [name, property] of properties) {
    const wanted =
      names.size < least || (making.depth < SPARE_DEPTH && hash(`${making.seed}/${name}?`) % 100 < 60);
    if (wanted && names.size < most && isPossible(property, under(making, name))) names.add(name);
  }
  addDependent(names, schema['dependentRequired']);
  for (let n = 1; names.size < least && n <= MAX_PARTS; n += 1) names.add(freeName(schema, making, n));
  return names;
}

/** Whether something fits a property, as far as that is seen, and can be made. */
function isPossible(property: Value, making: Making): boolean {
  const flat = flatten(property, making);
  if (flat === false) return false;
  return flat['pattern'] === undefined || givenIn(flat, making.seed) !== undefined;
}

function addDependent(names: Set<string>, dependent: Value | undefined): void {
  if (!isSchemaObject(dependent)) return;
  const byName = new Map(Object.entries(dependent));
  // Grows while it is gone through.
  for (const name of names) {
    for (const other of listOf(byName.get(name))) if (typeof other === 'string') names.add(other);
  }
}

/** A name beyond those that are declared. */
function freeName(schema: SchemaObject, making: Making, n: number): string {
  const rule = schema['propertyNames'];
  const made =
    rule === undefined ? undefined : make({ allOf: [{ type: 'string' }, rule] }, under(making, `name${n}`));
  return typeof made === 'string' ? made : `key${n}`;
}

function makeArray(schema: SchemaObject, making: Making): Value {
  const count = countOf(schema, making);
  const first = listOf(schema['prefixItems']);
  const { contains } = schema;
  const held = contains === undefined ? 0 : numberIn(schema, 'minContains', 1);
  const items: Value[] = [];
  const known = new Set<string>();
  // More tries than items, for lists whose items must differ.
  for (let n = 0; items.length < count && n < count * 2 + 20; n += 1) {
    const own = first[items.length] ?? schema['items'] ?? {};
    const wanted = contains !== undefined && items.length < held ? { allOf: [contains, own] } : own;
    const item = make(wanted, under(making, n));
    const text = JSON.stringify(item);
    if (schema['uniqueItems'] === true && known.has(text)) continue;
    known.add(text);
    items.push(item);
  }
  return items;
}

/** None to two, as far as the schema leaves a choice. */
function countOf(schema: SchemaObject, making: Making): number {
  const first = listOf(schema['prefixItems']).length;
  const held = schema['contains'] === undefined ? 0 : numberIn(schema, 'minContains', 1);
  const least = Math.min(Math.max(numberIn(schema, 'minItems', 0), held), MAX_PARTS);
  const most = Math.min(numberIn(schema, 'maxItems', Infinity), schema['items'] === false ? first : Infinity);
  const wished = making.depth > SPARE_DEPTH ? 0 : Math.max(first, hash(`${making.seed}#`) % 3);
  return Math.max(Math.min(wished, most), least);
}

function numberIn(schema: SchemaObject, name: string, otherwise: number): number {
  const value = schema[name];
  return typeof value === 'number' ? value : otherwise;
}
