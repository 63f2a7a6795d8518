import { isObjectValue, type ObjectValue, type Value } from '../model/value.ts';
import { append } from '../util/append.ts';

/** An object that is a schema, or a part of one. */
export type SchemaObject = ObjectValue;

const LISTS_IN_PLACE = ['allOf', 'anyOf', 'oneOf'];
const ONES_IN_PLACE = ['not', 'if', 'then', 'else'];
const MAPS_IN_PLACE = ['dependentSchemas'];
const LISTS_BELOW = ['prefixItems'];
const ONES_BELOW = [
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const MAPS_BELOW = ['properties', 'patternProperties'];
const DEFINITIONS = ['$defs', 'definitions'];

/** Schemas in a schema that speak of the same value as it. What it refers to is none of them. */
export function schemasInPlace(schema: SchemaObject): readonly SchemaObject[] {
  return pick(schema, ONES_IN_PLACE, LISTS_IN_PLACE, MAPS_IN_PLACE);
}

/** All schemas directly in a schema. */
export function schemasIn(schema: SchemaObject): readonly SchemaObject[] {
  const below = pick(schema, ONES_BELOW, LISTS_BELOW, [...MAPS_BELOW, ...DEFINITIONS]);
  return [...schemasInPlace(schema), ...below];
}

export function isSchemaObject(value: Value | undefined): value is SchemaObject {
  return isObjectValue(value);
}

/** A member of its own: `constructor` is a name like any other. */
export function memberOf(schema: SchemaObject, name: string): Value | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function pick(
  schema: SchemaObject,
  ones: readonly string[],
  lists: readonly string[],
  maps: readonly string[],
): readonly SchemaObject[] {
  const found: (Value | undefined)[] = ones.map((name) => memberOf(schema, name));
  for (const name of lists) {
    const list = memberOf(schema, name);
    if (Array.isArray(list)) append(found, list);
  }
  for (const name of maps) {
    const map = memberOf(schema, name);
    if (isSchemaObject(map)) append(found, Object.values(map));
  }
  return found.filter(isSchemaObject);
}
