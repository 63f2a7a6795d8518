import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { findSchemaHazard } from '../../src/schema/find-schema-hazard.ts';
import { isPlainSchema } from '../../src/schema/is-plain-schema.ts';

const PARTS = `${import.meta.dirname}/../../prompts/schemas`;

const options = { strict: false, validateFormats: false, logger: false, inlineRefs: false } as const;
const shapes = new Ajv2020(options);

/** What the compiler says of a schema: undefined where it takes it. */
function refusal(schema: Value): string | undefined {
  const own = typeof schema === 'boolean' ? schema : { ...(schema as object) };
  if (typeof own === 'object' && '$schema' in own) delete own.$schema;
  if (shapes.validateSchema(own) !== true) return shapes.errorsText();
  try {
    new Ajv2020({ ...options, meta: false, validateSchema: false }).compile(own);
    return undefined;
  } catch (thrown) {
    return String(thrown);
  }
}

const names = fc.constantFrom('a', 'b-c', 'D_1', '__proto__', 'toString', '$id', 'id', '$ref', 'x y', '');
const odd = fc.oneof(
  fc.constantFrom<unknown>(-1, 0, 2.5, 1e21, '', '(', 'a*', null, true, [], ['a', 'a'], {}, [null], [{}]),
  fc.jsonValue({ maxDepth: 2 }),
);
const texts = fc.constantFrom('', 'text', '^[a-z]+$', '[', '\\p{L}', '\\-', '(?<a>b)', 'a{2,1}');
const counts = fc.constantFrom(0, 1, 7, -1, 1.5, -0);
const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object', 'text');
const references = fc.constantFrom(
  '#',
  '#/$defs/a',
  '#/definitions/a',
  '#/$defs/b-c',
  '#/$defs/toString',
  '#/$defs/__proto__',
  '#a',
  'a',
);

/** Schemas that mostly make sense, each keyword sometimes with what makes none. */
const { schema: schemas } = fc.letrec<{ schema: unknown }>((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { maxLength: 3 });
  const map = fc.dictionary(names, part, { maxKeys: 3 });
  const of: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(types, fc.array(types, { maxLength: 3 })),
    required: fc.array(names, { maxLength: 3 }),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
    multipleOf: counts,
    $ref: references,
    ...each('const default examples', fc.jsonValue({ maxDepth: 1 })),
    ...each('title description $comment format pattern $id id $anchor $schema contentEncoding', texts),
    ...each('deprecated readOnly writeOnly uniqueItems nullable', fc.boolean()),
    ...each('minimum maximum exclusiveMinimum exclusiveMaximum', counts),
    ...each('minLength maxLength minItems maxItems minProperties maxProperties minContains', counts),
    ...each('additionalProperties propertyNames items contains not if then else unevaluatedItems', part),
    ...each('allOf anyOf oneOf prefixItems', parts),
    ...each('properties $defs definitions patternProperties dependentSchemas dependencies', map),
  };
  const member = fc.constantFrom(...Object.keys(of)).chain((keyword) => {
    const value = of[keyword] ?? odd;
    return fc.tuple(
      fc.constant(keyword),
      fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: odd }),
    );
  });
  const object = fc.array(member, { maxLength: 4 }).map((members) => Object.fromEntries(members));
  return { schema: fc.oneof({ depthSize: 'small' }, object, fc.boolean()) };
});

function each(keywords: string, value: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, value]));
}

describe('a plain schema', () => {
  test('is one that the compiler takes', () => {
    let plain = 0;
    fc.assert(
      fc.property(schemas, (schema) => {
        // As it comes from a file: `__proto__` is a name like any other.
        const read = JSON.parse(JSON.stringify(schema)) as Value;
        if (findSchemaHazard(read) !== undefined || !isPlainSchema(read)) return;
        plain += 1;
        expect(refusal(read)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  test.each(readdirSync(PARTS))('is what wfmap ships: %s', (file) => {
    expect(isPlainSchema(JSON.parse(readFileSync(`${PARTS}/${file}`, 'utf8')) as Value)).toBe(true);
  });

  test.each<[string, Value]>([
    ['a type that there is not', { type: 'text' }],
    ['a list of choices that is empty', { enum: [] }],
    ['a keyword that the compiler refuses', { id: 'a' }],
    ['a keyword that the compiler reads in its own way', { nullable: false }],
    ['a name of its own', { $id: 'https://example.com/a' }],
    ['a reference that leads nowhere', { items: { $ref: '#/$defs/a' } }],
    ['a reference to what objects inherit', { $ref: '#/$defs/toString', $defs: {} }],
    ['a reference that takes reading', { $ref: '#/$defs/a~1b', $defs: { 'a/b': true } }],
    ['names said twice', { required: ['a', 'a'] }],
    ['no schema at all', 'text'],
  ])('is none with %s', (_, schema) => {
    expect(isPlainSchema(schema)).toBe(false);
  });
});
