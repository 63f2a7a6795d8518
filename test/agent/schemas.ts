import * as fc from 'fast-check';
import type { Value } from '../../src/model/value.ts';

const key = fc.constantFrom('a', 'b', 'c', '');
const small = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object');
const reference = fc.constantFrom('#/$defs/T', '#/$defs/U', '#/properties/a', '#tee');

/** Over the keywords that people write, and those that Claude Code refuses; a few at a time. */
function someKeywords(any: fc.Arbitrary<Value>): fc.Arbitrary<Readonly<Record<string, Value>>> {
  const list = fc.array(any, { minLength: 1, maxLength: 2 });
  const byName = fc.dictionary(key, any, { maxKeys: 3 });
  const keywords: Readonly<Record<string, fc.Arbitrary<Value>>> = {
    type,
    enum: fc.uniqueArray(fc.oneof(key, small), { minLength: 1, maxLength: 3 }),
    const: fc.oneof(key, small),
    minimum: small,
    maxLength: small,
    minItems: small,
    maxItems: small,
    required: fc.uniqueArray(key, { maxLength: 2 }),
    properties: byName,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '.', '(a|a)+$'), any, { maxKeys: 1 }),
    additionalProperties: any,
    unevaluatedProperties: any,
    propertyNames: any,
    dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: byName,
    items: any,
    prefixItems: list,
    unevaluatedItems: any,
    contains: any,
    minContains: small,
    maxContains: small,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: any,
    if: any,
    then: any,
    else: any,
    title: key,
    'x-own': small,
  };
  return fc
    .subarray(Object.keys(keywords), { maxLength: 4 })
    .chain((names) =>
      fc.tuple(...names.map((name) => (keywords[name] ?? fc.constant(null)).map((value) => [name, value]))),
    )
    .map((entries) => Object.fromEntries(entries));
}

const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean(),
  type.map((one) => ({ type: one })),
  reference.map((one) => ({ $ref: one })),
);
const branch: fc.Arbitrary<Value> = fc.oneof(leaf, someKeywords(leaf));

/** Schemas of draft 2020-12 that compile. */
export const jsonSchema: fc.Arbitrary<Value> = fc
  .record({
    own: someKeywords(fc.oneof(leaf, someKeywords(branch))),
    T: someKeywords(branch),
    U: branch,
    a: branch,
  })
  .map(({ own, T, U, a }) => ({
    ...own,
    properties: { ...(own['properties'] as object | undefined), a },
    $defs: { T: { ...T, $anchor: 'tee' }, U },
  }));
