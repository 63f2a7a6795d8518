import * as fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { typeOfSchema } from '../../../src/expression/types/type-of-schema.ts';
import type { ObjectType, ValueType } from '../../../src/expression/types/value.ts';
import type { Value } from '../../../src/model/value.ts';
import { fits } from '../fits.ts';
import { cpuMsOf } from '../../helpers/cpu-ms.ts';

const object = (
  members: Readonly<Record<string, ValueType>>,
  required: readonly string[] = Object.keys(members),
  isOpen = false,
): ObjectType => ({
  kind: 'object',
  members: new Map(
    Object.entries(members).map(([name, type]) => [name, { type, required: required.includes(name) }]),
  ),
  isOpen,
});
const literals = (...values: (string | number | boolean | null)[]): ValueType => ({
  kind: 'literals',
  values,
});
const union = (...of: ValueType[]): ValueType => ({ kind: 'union', of });
const list = (items: ValueType): ValueType => ({ kind: 'list', items });

const CASES: readonly (readonly [Value, ValueType])[] = [
  [true, 'any'],
  [false, 'any'],
  [{}, 'any'],
  [17, 'any'],
  [{ type: 'string' }, 'string'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'unheard-of' }, 'any'],
  [{ type: ['string', 'null'] }, union('string', 'null')],
  [{ type: ['integer', 'number'] }, 'number'],
  [{ enum: ['a', 'b'] }, literals('a', 'b')],
  [{ enum: [true, false] }, 'boolean'],
  [{ enum: ['a', null] }, union(literals('a'), 'null')],
  [{ enum: ['a', {}] }, 'any'],
  [{ const: 'a' }, literals('a')],
  [{ type: 'string', enum: ['a', 1] }, literals('a')],
  [{ type: 'integer', enum: [1, 2] }, 'integer'],
  [{ type: 'array', items: { type: 'number' } }, list('number')],
  [{ type: 'array' }, list('any')],
  [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, list('any')],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: true },
      required: ['a', 'c'],
      additionalProperties: false,
    },
    object({ a: 'string', b: 'any', c: 'any' }, ['a', 'c']),
  ],
  [{ type: 'object', properties: { a: { type: 'null' } } }, object({ a: 'null' }, [], false)],
  [{ type: 'object', properties: { a: {} }, additionalProperties: {} }, object({ a: 'any' }, [], true)],
  [{ type: 'object', patternProperties: { x: {} }, additionalProperties: false }, object({}, [], true)],
  [{ type: 'object', required: ['__proto__'] }, object({ ['__proto__']: 'any' }, ['__proto__'], true)],
  [{ properties: { a: {} } }, 'any'],
  [{ $ref: '#/$defs/x', $defs: { x: { type: 'string' } } }, 'string'],
  [{ $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { type: 'string' } } }, 'string'],
  [{ $ref: '#/$defs/missing' }, 'any'],
  [{ $ref: 'https://example.org/schema' }, 'any'],
  [{ $ref: '#' }, 'any'],
  [
    { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false },
    object({ next: object({ next: 'any' }, []) }, []),
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, union('string', 'null')],
  [{ oneOf: [{ type: 'string' }, {}] }, 'any'],
  [{ type: 'string', anyOf: [{ minLength: 1 }, { maxLength: 2 }] }, 'string'],
  [
    {
      oneOf: [
        { type: 'object', properties: { k: { const: 'a' } }, required: ['k'], additionalProperties: false },
        { type: 'object', properties: { k: { const: 'b' } }, required: ['k'], additionalProperties: false },
      ],
    },
    union(object({ k: literals('a') }), object({ k: literals('b') })),
  ],
  [
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'integer' }, a: { enum: ['x', 'y'] } } },
      ],
    },
    object({ a: literals('x', 'y'), b: 'integer' }, ['a'], true),
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { b: { type: 'string' } }, required: ['b'] }],
      unevaluatedProperties: false,
    },
    object({ a: 'string', b: 'string' }, ['b']),
  ],
  [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, 'any'],
];

describe('the type of a schema', () => {
  it.each(CASES.map(([schema, type]) => [JSON.stringify(schema), schema, type] as const))(
    '%s',
    (_text, schema, type) => {
      expect(typeOfSchema(schema)).toEqual(type);
    },
  );

  it('is read once', () => {
    const schema = { type: 'array', items: { type: 'string' } };
    expect(typeOfSchema(schema)).toBe(typeOfSchema(schema));
  });

  it('of a schema that grows without bound is read in bounded time', async () => {
    const doubled = (next: number): Value => ({
      type: 'object',
      properties: { a: { $ref: `#/$defs/${next}` }, b: { $ref: `#/$defs/${next}` } },
    });
    const $defs = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index, doubled(index + 1)]));
    const took = await cpuMsOf(() =>
      expect(typeOfSchema({ $ref: '#/$defs/0', $defs })).toMatchObject({ kind: 'object' }),
    );
    expect(took).toBeLessThan(1000);
  });

  it('of a schema that is nested without bound is read', () => {
    let schema: Value = { type: 'string' };
    for (let depth = 0; depth < 3000; depth += 1) schema = { type: 'array', items: schema, allOf: [schema] };
    expect(typeOfSchema(schema)).toMatchObject({ kind: 'list' });
  });
});

const { schema } = fc.letrec<{ schema: Value }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>(
      { type: 'string' },
      { type: ['integer', 'null'] },
      { enum: ['a', 1] },
      { const: true },
      {},
      { $ref: '#' },
    ),
    fc
      .record({
        a: tie('schema'),
        b: tie('schema'),
        required: fc.subarray(['a', 'b']),
        additionalProperties: fc.boolean(),
      })
      .map(({ a, b, ...rest }): Value => ({ type: 'object', properties: { a, b }, ...rest })),
    tie('schema').map((items): Value => ({ type: 'array', items })),
    fc
      .tuple(
        fc.constantFrom('anyOf', 'oneOf', 'allOf'),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      )
      .map(([key, parts]): Value => ({ [key]: parts })),
  ),
}));
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>('a', 'b', 1, 2.5, true, false, null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')).map((each) => ({ ...each })),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

describe('properties', () => {
  it('what a schema allows fits its type', () => {
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 5, maxLength: 20 }), (each, values) => {
        const allows = new Ajv2020({ strict: false }).compile(Object(each));
        const type = typeOfSchema(each);
        for (const candidate of values) {
          if (attempt(() => allows(candidate))) expect(fits(candidate, type)).toBe(true);
        }
      }),
      // Each schema is compiled by ajv, which takes milliseconds.
      { numRuns: 40 },
    );
  });

  it('any value is read as a schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (each) => {
        expect(typeOfSchema(JSON.parse(JSON.stringify(each)))).toBeDefined();
      }),
    );
  });
});

/** A schema such as `{allOf: [{$ref: "#"}]}` has no end, and allows nothing. */
function attempt(allows: () => unknown): boolean {
  try {
    return allows() === true;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}
