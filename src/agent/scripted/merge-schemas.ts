import type { Value } from '../../model/value.ts';
import { isSchemaObject, type SchemaIndex, type SchemaObject } from '../schema-index.ts';
import { pick } from './seeded.ts';

const MAX_DEPTH = 50;
/** Of all schemas that are merged for one value: one that holds itself twice doubles with every step into it. */
const MAX_MERGED = 50_000;

/** What schemas are looked up in, what the seed picks by, and how many were merged so far, which is counted on. */
export interface Merging {
  readonly index: SchemaIndex;
  readonly seed: string;
  readonly spent: { merged: number };
}

/**
 * One schema without references and alternatives: what they and `allOf` say stands in it, and of alternatives the
 * one that the seed picks. `false` is a schema that nothing fits.
 *
 * What is under `not` and `if` is not looked at, nor what goes deeper, or is more, than the bounds.
 */
export function flatten(schema: Value, { index, seed, spent }: Merging): SchemaObject | false {
  return flat(schema, { index, seed, spent, depth: 0 });
}

interface Walk extends Merging {
  readonly depth: number;
}

function flat(schema: Value, walk: Walk): SchemaObject | false {
  if (schema === false) return false;
  walk.spent.merged += 1;
  if (!isSchemaObject(schema) || walk.depth > MAX_DEPTH || walk.spent.merged > MAX_MERGED) return {};
  let merged: SchemaObject = schema;
  for (const part of partsOf(schema, walk)) {
    const other = flat(part, { ...walk, depth: walk.depth + 1 });
    if (other === false) return false;
    merged = mergeTwo(merged, other);
  }
  return isEmpty(merged['type']) || isEmpty(merged['enum']) ? false : merged;
}

function isEmpty(list: Value | undefined): boolean {
  return Array.isArray(list) && list.length === 0;
}

function* partsOf(schema: SchemaObject, { index, seed }: Walk): Generator<Value> {
  for (const name of ['$ref', '$dynamicRef']) {
    const reference = schema[name];
    if (typeof reference === 'string') yield index.find(reference, schema) ?? {};
  }
  yield* listOf(schema['allOf']);
  for (const name of ['anyOf', 'oneOf']) {
    const branches = listOf(schema[name]).filter((branch) => branch !== false);
    if (branches.length > 0) yield pick(branches, `${seed}/${name}`) ?? {};
  }
}

/** What both say. Where that cannot be told, the first is taken at its word. */
function mergeTwo(one: SchemaObject, other: SchemaObject): SchemaObject {
  const entries = new Map<string, Value>(Object.entries(other));
  for (const [key, value] of Object.entries(one)) {
    const known = entries.get(key);
    const merge = Object.hasOwn(MERGES, key) ? MERGES[key] : undefined;
    entries.set(key, known === undefined || merge === undefined ? value : merge(value, known));
  }
  return Object.fromEntries(entries);
}

const MERGES: Readonly<Record<string, (one: Value, other: Value) => Value>> = {
  minimum: largest,
  exclusiveMinimum: largest,
  minLength: largest,
  minItems: largest,
  minProperties: largest,
  maximum: smallest,
  exclusiveMaximum: smallest,
  maxLength: smallest,
  maxItems: smallest,
  maxProperties: smallest,
  required: (one, other) => [...new Set([...listOf(one), ...listOf(other)])],
  enum: common,
  type: (one, other) => commonType(typesOf(one), typesOf(other)),
  properties: (one, other) => {
    if (!isSchemaObject(one) || !isSchemaObject(other)) return one;
    return Object.fromEntries(new Map([...Object.entries(other), ...Object.entries(both(one, other))]));
  },
  items: all,
  additionalProperties: all,
  propertyNames: all,
  contains: all,
};

function both(one: SchemaObject, other: SchemaObject): SchemaObject {
  const entries = Object.entries(one).map(([key, value]): [string, Value] => {
    const known: Value | undefined = Object.getOwnPropertyDescriptor(other, key)?.value;
    return [key, known === undefined ? value : all(value, known)];
  });
  return Object.fromEntries(entries);
}

function all(one: Value, other: Value): Value {
  return { allOf: [one, other] };
}

function largest(one: Value, other: Value): Value {
  return Number(one) > Number(other) ? one : other;
}

function smallest(one: Value, other: Value): Value {
  return Number(one) < Number(other) ? one : other;
}

function common(one: Value, other: Value): Value {
  const known = new Set(listOf(other).map((value) => JSON.stringify(value)));
  return listOf(one).filter((value) => known.has(JSON.stringify(value)));
}

/** An integer is a number, too. */
function commonType(one: readonly Value[], other: readonly Value[]): Value {
  const isIn = (type: Value, types: readonly Value[]): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [
    ...one.filter((type) => isIn(type, other)),
    ...other.filter((type) => !one.includes(type) && isIn(type, one)),
  ];
}

/** The types that a keyword `type` names. */
export function typesOf(value: Value | undefined): readonly Value[] {
  return typeof value === 'string' ? [value] : listOf(value);
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}
