import type { Value } from '../model/value.ts';
import { isSchemaObject, memberOf, type SchemaObject } from './subschemas.ts';

type Fits = (value: Value, root: SchemaObject) => boolean;

/** The keywords that nearly every schema is made of, and what makes sense behind each. */
const KEYWORDS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['type', isType],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ['const', isAnything],
  ['default', isAnything],
  ['examples', (value) => Array.isArray(value)],
  ...keywords('title description $comment format pattern x-for', isText),
  ...keywords('deprecated readOnly writeOnly uniqueItems', (value) => typeof value === 'boolean'),
  ...keywords('minimum maximum exclusiveMinimum exclusiveMaximum', isNumber),
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ...keywords('minLength maxLength minItems maxItems minProperties maxProperties', isCount),
  ['required', isListOfNames],
  ...keywords('additionalProperties propertyNames items contains not if then else', isPart),
  ...keywords('allOf anyOf oneOf prefixItems', isListOfParts),
  ...keywords('properties patternProperties $defs definitions', isMapOfParts),
  ['$ref', isLocal],
]);

/**
 * Whether a schema is one that surely can be used, as far as a look at its keywords tells: no compiler is needed to say so.
 *
 * With the compiler alone, `wfmap validate workflows/efficient.json` takes 44 % more CPU time.
 * It says no to what it does not know, right or wrong: that is for the compiler to judge.
 * Shape: `schema` has passed `find-schema-hazard.ts`, so it is not deep and its patterns can be used; a `$schema` at its root means nothing.
 */
export function isPlainSchema(schema: Value): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isSchemaObject(schema)) return false;
  const { $schema: _, ...own } = schema;
  return isPart(own, own);
}

function keywords(names: string, fits: Fits): readonly (readonly [string, Fits])[] {
  return names.split(' ').map((name) => [name, fits]);
}

function isPart(value: Value, root: SchemaObject): boolean {
  if (typeof value === 'boolean') return true;
  if (!isSchemaObject(value)) return false;
  for (const keyword of Object.keys(value)) {
    const member = memberOf(value, keyword);
    if (member === undefined || KEYWORDS.get(keyword)?.(member, root) !== true) return false;
  }
  return true;
}

/** The compiler writes the parts of `oneOf` into each other, and has a stack for some thousand. */
const MAX_LISTED = 500;

function isListOfParts(value: Value, root: SchemaObject): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LISTED) return false;
  return value.every((each) => isPart(each, root));
}

function isMapOfParts(value: Value, root: SchemaObject): boolean {
  return isSchemaObject(value) && Object.values(value).every((each) => isPart(each, root));
}

const TYPES: ReadonlySet<Value> = new Set([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
]);

function isType(value: Value): boolean {
  if (!Array.isArray(value)) return TYPES.has(value);
  return value.length > 0 && isSet(value) && value.every((each) => TYPES.has(each));
}

function isListOfNames(value: Value): boolean {
  return Array.isArray(value) && isSet(value) && value.every(isText);
}

function isSet(values: readonly Value[]): boolean {
  return new Set(values).size === values.length;
}

function isAnything(): boolean {
  return true;
}

function isText(value: Value): boolean {
  return typeof value === 'string';
}

function isNumber(value: Value): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: Value): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Names that a pointer writes as they are. What they name is a part like the others, so it is looked at there. */
const LOCAL = /^#\/(?<place>\$defs|definitions)\/(?<name>[A-Za-z][A-Za-z0-9_-]*)$/;

function isLocal(reference: Value, root: SchemaObject): boolean {
  if (reference === '#') return true;
  const { place, name } = (typeof reference === 'string' && LOCAL.exec(reference)?.groups) || {};
  const parts = place === undefined ? undefined : memberOf(root, place);
  return name !== undefined && isSchemaObject(parts) && Object.hasOwn(parts, name);
}
