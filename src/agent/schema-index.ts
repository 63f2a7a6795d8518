import { isObjectValue, type ObjectValue, type Value } from '../model/value.ts';

/** Finds what the references of one JSON Schema mean. */
export interface SchemaIndex {
  /** The subschema that a reference written in `from` names; undefined for one that leads nowhere. */
  readonly find: (reference: string, from: Value) => Value | undefined;
}

/** The base of a schema that names none. Never fetched: it only gives relative references something to stand on. */
const BASE = 'https://schema.invalid/';

const MAX_DEPTH = 200;
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SINGLE = new Set(
  (
    'items additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties ' +
    'contentSchema'
  ).split(' '),
);
const LISTED = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);

/**
 * Reads `$id`, `$anchor` and `$dynamicAnchor` of a schema (draft 2020-12).
 *
 * A dynamic reference is one like any other here: that differs only between several schemas that extend each other.
 */
export function indexSchema(root: Value): SchemaIndex {
  const resources = new Map<string, Value>([[BASE, root]]);
  const anchors = new Map<string, Value>();
  const bases = new Map<Value, string>();

  const visit = (node: Value, outer: string, depth: number): void => {
    if (!isSchemaObject(node) || depth > MAX_DEPTH || bases.has(node)) return;
    const base = baseOf(node['$id'], outer);
    if (base !== outer || node === root) resources.set(base, node);
    bases.set(node, base);
    for (const name of [node['$anchor'], node['$dynamicAnchor']]) {
      if (typeof name === 'string') anchors.set(`${base}#${name}`, node);
    }
    for (const inner of subschemasOf(node)) visit(inner, base, depth + 1);
  };
  visit(root, BASE, 0);

  return {
    find: (reference, from) => {
      const base = bases.get(from) ?? BASE;
      if (!URL.canParse(reference, base)) return undefined;
      const [address = '', fragment = ''] = new URL(reference, base).href.split('#', 2);
      const resource = resources.get(address);
      if (resource === undefined || fragment === '') return resource;
      return fragment.startsWith('/') ? atPointer(resource, fragment) : anchors.get(`${address}#${fragment}`);
    },
  };
}

export type SchemaObject = ObjectValue;

export function isSchemaObject(value: Value | undefined): value is SchemaObject {
  return isObjectValue(value);
}

function* subschemasOf(node: SchemaObject): Generator<Value> {
  for (const [key, value] of Object.entries(node)) {
    if (SINGLE.has(key)) yield value;
    else if (LISTED.has(key) && Array.isArray(value)) yield* value;
    else if (NAMED.has(key) && isSchemaObject(value)) yield* Object.values(value);
  }
}

function baseOf(id: Value | undefined, outer: string): string {
  if (typeof id !== 'string' || !URL.canParse(id, outer)) return outer;
  return new URL(id, outer).href.split('#', 1)[0] ?? outer;
}

/** The value at a JSON pointer that stands in a fragment. */
function atPointer(root: Value, fragment: string): Value | undefined {
  let value: Value | undefined = root;
  for (const step of fragment.slice(1).split('/')) {
    const key = keyOf(step);
    if (key === undefined || typeof value !== 'object' || value === null) return undefined;
    const found: Value | undefined = Object.getOwnPropertyDescriptor(value, key)?.value;
    value = found;
  }
  return value;
}

function keyOf(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
