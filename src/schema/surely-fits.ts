import type { Value } from '../model/value.ts';
import { isSchemaObject, memberOf, type SchemaObject } from './subschemas.ts';

/** Keywords that say nothing of which values fit. */
const SILENT: ReadonlySet<string> = new Set(
  '$schema title description $comment format default examples deprecated readOnly writeOnly'.split(' '),
);

/**
 * Whether a value surely fits a plain schema, as far as a look tells: most values do, and nothing is compiled to say so.
 *
 * It says no where the schema asks for more than types, members and lists of choices: that is for the compiler to judge.
 */
export function surelyFits(schema: Value, value: Value): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isSchemaObject(schema)) return false;
  return Object.keys(schema).every((keyword) => SILENT.has(keyword) || hasFit(keyword, schema, value));
}

function hasFit(keyword: string, schema: SchemaObject, value: Value): boolean {
  const fits = KEYWORDS.get(keyword);
  const wanted = memberOf(schema, keyword);
  return fits !== undefined && wanted !== undefined && fits(wanted, value, schema);
}

type Fits = (wanted: Value, value: Value, schema: SchemaObject) => boolean;

const KEYWORDS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['type', (wanted, value) => (Array.isArray(wanted) ? wanted : [wanted]).some((type) => isOf(type, value))],
  // Of lists and objects the compiler compares what is in them.
  ['enum', (wanted, value) => Array.isArray(wanted) && wanted.includes(value)],
  ['items', (wanted, value) => !Array.isArray(value) || value.every((each) => surelyFits(wanted, each))],
  [
    'required',
    (wanted, value) =>
      !isSchemaObject(value) || (Array.isArray(wanted) && wanted.every((name) => isIn(name, value))),
  ],
  ['properties', (_, value, schema) => membersFit(schema, value)],
  // Looked at once, with those that are declared: twice at each level would be without end.
  [
    'additionalProperties',
    (_, value, schema) => memberOf(schema, 'properties') !== undefined || membersFit(schema, value),
  ],
]);

function membersFit(schema: SchemaObject, value: Value): boolean {
  return !isSchemaObject(value) || Object.keys(value).every((name) => memberFits(name, schema, value));
}

function memberFits(name: string, schema: SchemaObject, value: SchemaObject): boolean {
  // The compiler has its own mind about this one.
  if (name === '__proto__') return false;
  const declared = memberOf(schema, 'properties');
  const own = declared !== undefined && isSchemaObject(declared) ? memberOf(declared, name) : undefined;
  return surelyFits(own ?? memberOf(schema, 'additionalProperties') ?? true, memberOf(value, name) ?? null);
}

function isIn(name: Value, value: SchemaObject): boolean {
  return typeof name === 'string' && Object.hasOwn(value, name);
}

function isOf(type: Value | undefined, value: Value): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchemaObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'number' ? Number.isFinite(value) : typeof value === type;
}
