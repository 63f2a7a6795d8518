import { isListValue, isObjectValue, type Value } from '../../model/value.ts';
import { intersectionOf } from './intersection-of.ts';
import { literalsOf, unionOf } from './union-of.ts';
import type { ObjectType, ValueType } from './value.ts';

type Schema = Readonly<Record<string, Value>>;

/** Units: schemas read for one type, references followed anew each time; what lies beyond is `any`. */
const MAX_SCHEMAS = 2000;
const MAX_DEPTH = 32;
const MAX_VALUES = 1000;

const known = new WeakMap<object, ValueType>();

/**
 * Says what is known of the values that a JSON Schema (draft 2020-12) allows.
 *
 * Shape: `any` wherever the schema says more than a type can, and beyond some size. A type is never narrower than its
 * schema. Errors: none, for any value.
 */
export function typeOfSchema(schema: Value): ValueType {
  if (!isSchema(schema)) return 'any';
  const found = known.get(schema);
  if (found !== undefined) return found;
  const type = new Reader(schema).read(schema, undefined, { depth: 0, isWhole: true });
  known.set(schema, type);
  return type;
}

/** Where a schema stands. Shape: `isWhole` where no other speaks of the same value. */
interface Place {
  readonly depth: number;
  readonly isWhole: boolean;
}

/** Keywords with schemas that speak of the same value. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', '$ref', 'not', 'unevaluatedProperties'];

/** Whether no other schema in it speaks of the same value. */
function isAlone(schema: Schema): boolean {
  return !hasHidden(schema) && IN_PLACE.every((key) => member(schema, key) === undefined);
}

class Reader {
  readonly #root: Schema;
  /** References that are being followed: one that comes again leads round. */
  readonly #open = new Set<string>();
  #left = MAX_SCHEMAS;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** `implied` is the `type` of the schema around, which holds for its `allOf`, `anyOf` and `oneOf` too. */
  read(schema: Value | undefined, implied: Value | undefined, { depth, isWhole }: Place): ValueType {
    if (schema === undefined || !isSchema(schema) || depth > MAX_DEPTH) return 'any';
    this.#left -= 1;
    if (this.#left < 0) return 'any';
    const named = member(schema, 'type') ?? implied;
    const below = { depth: depth + 1, isWhole: false };
    const parts = [
      this.#ownType(schema, named, { depth, isWhole: isWhole && isAlone(schema) }),
      this.#reference(schema, { depth, isWhole: isWhole && Object.keys(schema).length === 1 }),
      ...listOf(member(schema, 'allOf')).map((each) => this.read(each, named, below)),
    ];
    for (const key of ['anyOf', 'oneOf']) {
      const choices = listOf(member(schema, key));
      if (choices.length > 0) parts.push(unionOf(choices.map((each) => this.read(each, named, below))));
    }
    const type = parts.reduce(intersectionOf);
    return member(schema, 'unevaluatedProperties') === false && !hasHidden(schema) ? closed(type) : type;
  }

  #ownType(schema: Schema, named: Value | undefined, place: Place): ValueType {
    const names = named === undefined ? [] : isListValue(named) ? named : [named];
    const types = names.map((name) => this.#typeNamed(name, schema, place));
    const type = types.length > 0 ? unionOf(types) : 'any';
    const constant = member(schema, 'const');
    const values = constant === undefined ? listOf(member(schema, 'enum')) : [constant];
    if (values.length === 0 || values.length > MAX_VALUES) return type;
    const literals = values.filter(isScalar);
    return literals.length === values.length ? intersectionOf(literalsOf(literals), type) : type;
  }

  #typeNamed(name: Value, schema: Schema, place: Place): ValueType {
    if (name === 'object') return this.#object(schema, place);
    if (name === 'array') {
      const items = listOf(member(schema, 'prefixItems')).length > 0 ? undefined : member(schema, 'items');
      return { kind: 'list', items: this.read(items, undefined, { depth: place.depth + 1, isWhole: true }) };
    }
    return isScalarName(name) ? name : 'any';
  }

  #object(schema: Schema, { depth, isWhole }: Place): ObjectType {
    const required = new Set(listOf(member(schema, 'required')));
    const members = new Map<string, { readonly type: ValueType; readonly required: boolean }>();
    const properties = member(schema, 'properties');
    const listed = Object.entries(properties && isSchema(properties) ? properties : {});
    for (const [name, each] of listed) {
      if (this.#left < 0) return { kind: 'object', members, isOpen: true };
      const type = this.read(each, undefined, { depth: depth + 1, isWhole: true });
      members.set(name, { type, required: required.has(name) });
    }
    for (const name of required) {
      if (typeof name === 'string' && !members.has(name)) members.set(name, { type: 'any', required: true });
    }
    const others = member(schema, 'additionalProperties');
    // What lists its members has no others that a map could count on, unless it says so.
    const isClosed = others === false || (others === undefined && isWhole && listed.length > 0);
    return {
      kind: 'object',
      members,
      isOpen: !isClosed || member(schema, 'patternProperties') !== undefined,
    };
  }

  /** `#`, and pointers into the schema itself such as `#/$defs/item`. */
  #reference(schema: Schema, { depth, isWhole }: Place): ValueType {
    const reference = member(schema, '$ref');
    if (typeof reference !== 'string' || this.#open.has(reference)) return 'any';
    const target = targetOf(this.#root, reference);
    if (target === undefined) return 'any';
    this.#open.add(reference);
    const type = this.read(target, undefined, { depth: depth + 1, isWhole });
    this.#open.delete(reference);
    return type;
  }
}

function targetOf(root: Schema, reference: string): Value | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/$defs/') && !reference.startsWith('#/definitions/')) return undefined;
  let target: Value | undefined = root;
  for (const key of reference.slice(2).split('/')) {
    if (target === undefined || !isSchema(target)) return undefined;
    target = member(target, decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return target;
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // A sign that is no escape is meant as it stands.
    return key;
  }
}

/** Keywords by which members come in that are not listed. */
function hasHidden(schema: Schema): boolean {
  return ['patternProperties', 'if', 'then', 'else', 'dependentSchemas', '$dynamicRef'].some(
    (key) => member(schema, key) !== undefined,
  );
}

function closed(type: ValueType): ValueType {
  return typeof type !== 'string' && type.kind === 'object' ? { ...type, isOpen: false } : type;
}

function member(schema: Schema, key: string): Value | undefined {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}

function isSchema(value: Value): value is Schema {
  return isObjectValue(value);
}

function listOf(value: Value | undefined): readonly Value[] {
  return value !== undefined && isListValue(value) ? value : [];
}

function isScalar(value: Value): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function isScalarName(name: Value): name is 'string' | 'number' | 'integer' | 'boolean' | 'null' {
  return typeof name === 'string' && ['string', 'number', 'integer', 'boolean', 'null'].includes(name);
}
