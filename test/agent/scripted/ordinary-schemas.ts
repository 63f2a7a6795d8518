import * as fc from 'fast-check';
import type { Value } from '../../../src/model/value.ts';

const key = fc.constantFrom('a', 'b', 'c', 'score', 'valid');
const small = fc.integer({ min: -3, max: 5 });
const scalar = fc.oneof(fc.constantFrom('x', 'y', 'z'), small, fc.boolean(), fc.constant(null));

const text = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(12) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), maxLength: fc.nat(12) }),
  fc.constant({ type: 'string', pattern: '^[A-Z]+-\\d+$', examples: ['STORY-1'] }),
  fc.constantFrom('date', 'email', 'uuid', 'unknown').map((format) => ({ type: 'string', format })),
);
const number = fc.record(
  {
    type: fc.constantFrom('integer', 'number'),
    minimum: small,
    maximum: fc.integer({ min: 6, max: 40 }),
    multipleOf: fc.constantFrom(1, 2, 3),
  },
  { requiredKeys: ['type'] },
);
const leaf: fc.Arbitrary<Value> = fc.oneof(
  text,
  number,
  fc.constantFrom('boolean', 'null', 'string').map((type) => ({ type })),
  fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  scalar.map((value) => ({ const: value })),
  fc.constantFrom('#/$defs/one', '#/$defs/two').map((reference) => ({ $ref: reference })),
);

/** What people write for a result: objects, lists, alternatives and references, three deep. */
function nested(inner: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const object = fc
    .record({ properties: fc.dictionary(key, inner, { maxKeys: 4 }), isOpen: fc.boolean(), more: fc.nat(3) })
    .map(({ properties, isOpen, more }): Value => {
      const names = Object.keys(properties);
      return { type: 'object', properties, required: names.slice(0, more), additionalProperties: isOpen };
    });
  const dictionary = inner.map((one): Value => ({
    type: 'object',
    additionalProperties: one,
    minProperties: 1,
  }));
  const list = fc
    .record({ items: inner, minItems: fc.nat(3) }, { requiredKeys: ['items'] })
    .map((one): Value => ({ type: 'array', ...one }));
  const tuple = fc
    .array(inner, { minLength: 1, maxLength: 2 })
    .map((all): Value => ({ type: 'array', prefixItems: all, items: false }));
  const either = fc.array(inner, { minLength: 1, maxLength: 3 }).map((all): Value => ({ anyOf: all }));
  const both = fc
    .tuple(object, object)
    .filter(([one, other]) => isApart(one, other))
    .map((all): Value => ({
      allOf: all.map((one) => ({ ...(one as object), additionalProperties: true })),
    }));
  const nullable = object.map((one): Value => ({ ...(one as object), type: ['object', 'null'] }));
  return fc.oneof(inner, object, dictionary, list, tuple, either, nullable, both);
}

/** Two schemas of one property may exclude each other. */
function isApart(one: Value, other: Value): boolean {
  const names = new Set(namesIn(one));
  return namesIn(other).every((name) => !names.has(name));
}

function namesIn(schema: Value): readonly string[] {
  return Object.keys((schema as { properties: object }).properties);
}

const noReference = leaf.filter((schema) => !JSON.stringify(schema).includes('$ref'));

/** Schemas of draft 2020-12 that something fits. */
export const ordinarySchema: fc.Arbitrary<Value> = fc
  .record({ own: nested(nested(leaf)), one: noReference, two: nested(noReference) })
  .map(({ own, one, two }) => ({ ...(own as object), $defs: { one, two } }));
