import type { Value } from '../model/value.ts';
import type { Budget } from './budget.ts';
import { isSchemaObject, memberOf, type SchemaObject } from './subschemas.ts';

/** Keywords that say nothing of which values fit. */
const SILENT: ReadonlySet<string> = new Set(
  '$schema title description $comment format default examples deprecated readOnly writeOnly'.split(' '),
);

/**
 * Whether a value surely fits a plain schema, as far as a look tells: most values do, and nothing is compiled to say so.
 *
 * It says no where the schema asks for more than types, members and lists of choices: that is for the compiler to judge.
 * Errors: throws what the budget throws.
 */
export function surelyFits(schema: Value, value: Value, budget: Budget): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isSchemaObject(schema)) return false;
  return Object.keys(schema).every(
    (keyword) => SILENT.has(keyword) || hasFit(keyword, value, { schema, budget }),
  );
}

interface Place {
  readonly schema: SchemaObject;
  readonly budget: Budget;
}

function hasFit(keyword: string, value: Value, place: Place): boolean {
  const fits = KEYWORDS.get(keyword);
  const wanted = memberOf(place.schema, keyword);
  if (fits === undefined || wanted === undefined) return false;
  place.budget.spend(1 + (Array.isArray(wanted) ? wanted.length : 0));
  return fits(wanted, value, place);
}

type Fits = (wanted: Value, value: Value, place: Place) => boolean;

const KEYWORDS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['type', (wanted, value) => (Array.isArray(wanted) ? wanted : [wanted]).some((type) => isOf(type, value))],
  // Of lists and objects the compiler compares what is in them.
  ['enum', (wanted, value) => Array.isArray(wanted) && wanted.includes(value)],
  [
    'items',
    (wanted, value, { budget }) =>
      !Array.isArray(value) || value.every((each) => surelyFits(wanted, each, budget)),
  ],
  [
    'required',
    (wanted, value) =>
      !isSchemaObject(value) || (Array.isArray(wanted) && wanted.every((name) => isIn(name, value))),
  ],
  ['properties', (_, value, place) => membersFit(place, value)],
  // Looked at once, with those that are declared: twice at each level would be without end.
  [
    'additionalProperties',
    (_, value, place) => memberOf(place.schema, 'properties') !== undefined || membersFit(place, value),
  ],
]);

function membersFit(place: Place, value: Value): boolean {
  return !isSchemaObject(value) || Object.keys(value).every((name) => memberFits(name, place, value));
}

function memberFits(name: string, { schema, budget }: Place, value: SchemaObject): boolean {
  // The compiler has its own mind about this one.
  if (name === '__proto__') return false;
  const declared = memberOf(schema, 'properties');
  const own = declared !== undefined && isSchemaObject(declared) ? memberOf(declared, name) : undefined;
  budget.spend(1);
  const wanted = own ?? memberOf(schema, 'additionalProperties') ?? true;
  return surelyFits(wanted, memberOf(value, name) ?? null, budget);
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
