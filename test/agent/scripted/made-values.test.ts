import { describe, expect, test } from 'vitest';
import { pickExample } from '../../../src/agent/scripted/pick-example.ts';
import { plausibleFields, plausibleValue } from '../../../src/agent/scripted/plausible-value.ts';
import { hash, pick } from '../../../src/agent/scripted/seeded.ts';
import type { Value } from '../../../src/model/value.ts';
import type { Field } from '../../../src/model/field.ts';

const FORMATS = [
  'date-time',
  'date',
  'time',
  'duration',
  'email',
  'idn-email',
  'hostname',
  'idn-hostname',
  'ipv4',
  'ipv6',
  'uri',
  'url',
  'iri',
  'uri-reference',
  'iri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'constructor',
];

const one = { const: 1 };
const two = (first: object, second: object): Value => ({ allOf: [first, second] }) as Value;

const SCHEMAS: Readonly<Record<string, readonly Value[]>> = {
  texts: [
    { type: 'string' },
    { type: 'string', minLength: 20 },
    { type: 'string', maxLength: 3 },
    { type: 'string', minLength: 2, maxLength: 9 },
    { type: 'string', maxLength: 0 },
    ...FORMATS.map((format) => ({ type: 'string', format })),
  ],
  numbers: [
    { type: 'integer' },
    { type: 'number' },
    { type: 'integer', minimum: 100 },
    { type: 'integer', minimum: 1.5 },
    { type: 'integer', maximum: 100 },
    { type: 'integer', maximum: -100 },
    { type: 'integer', maximum: 4 },
    { type: 'integer', minimum: 3, maximum: 5 },
    { type: 'integer', minimum: 3, maximum: 3 },
    { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
    { type: 'integer', minimum: 2, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 6 },
    { type: 'integer', minimum: 5, exclusiveMinimum: 3, maximum: 6, exclusiveMaximum: 9 },
    { type: 'number', minimum: 0.2, maximum: 0.4 },
    { type: 'integer', minimum: 0.2, maximum: 0.4 },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'number', multipleOf: 0.25 },
    { type: 'integer', multipleOf: 0.25 },
    { type: 'integer', multipleOf: 7, maximum: 30 },
    { type: 'integer', multipleOf: 0 },
    { type: 'integer', minimum: 8, maximum: 13, multipleOf: 7 },
    { type: 'integer', minimum: 15, maximum: 20, multipleOf: 7 },
    { type: 'number', maximum: -5 },
    { type: 'integer', multipleOf: -2 },
    { type: 'number', minimum: 'x', maximum: null },
    { minimum: 5 },
    { multipleOf: 3 },
  ],
  'what is named': [
    { enum: ['a', 'b', 'c'] },
    { enum: ['a', 1, null], type: 'integer' },
    { enum: ['a', 1, null], type: ['string', 'null'] },
    { enum: ['a'], type: 'integer' },
    { enum: [], type: 'integer' },
    { const: null },
    { type: 'integer', examples: [1, 'x', 2.5, 7] },
    { type: 'array', examples: [[1], { a: 1 }] },
    { type: 'object', examples: [[1], { a: 1 }] },
    { type: 'null', examples: [0, null] },
    { type: 'boolean', default: false, examples: [true] },
    { examples: ['never: no type'] },
    { type: 'string', examples: 'no list', default: 'd' },
  ],
  types: [
    {},
    true,
    false,
    { type: 'boolean' },
    { type: 'null' },
    { type: [] },
    { type: ['null', 'integer'] },
    { type: ['null'] },
    { type: ['boolean', 'string'] },
    { type: 'odd' },
    { properties: { a: one } },
    { required: ['a'] },
    { additionalProperties: one },
    { minProperties: 1 },
    { patternProperties: {} },
    { items: one },
    { prefixItems: [one] },
    { minItems: 1 },
    { contains: one },
    { maximum: 3 },
    { exclusiveMinimum: 3 },
    { exclusiveMaximum: 3 },
    { properties: { a: one }, items: one, minimum: 3 },
    { items: one, minimum: 3 },
  ],
  objects: [
    { type: 'object' },
    { properties: { a: one, b: one, c: one, d: one } },
    { required: ['c', 7], properties: { a: one, b: one } },
    { properties: { a: one, b: one, c: one }, maxProperties: 1 },
    { properties: { a: one, b: one, c: one }, minProperties: 3 },
    { minProperties: 2, additionalProperties: one },
    { minProperties: 1, additionalProperties: false },
    { required: ['x'], additionalProperties: false },
    { minProperties: 2, propertyNames: { enum: ['x', 'y'] } },
    { minProperties: 1, propertyNames: { minLength: 12 } },
    { properties: { a: false, b: { allOf: [false] }, c: { enum: [] } }, minProperties: 1 },
    { required: ['a'], dependentRequired: { a: ['b', 7], b: ['c'], d: ['e'] }, additionalProperties: one },
    { required: ['a'], dependentRequired: 7 },
    { properties: 'none', required: 'none', minProperties: 'none' },
  ],
  lists: [
    { type: 'array' },
    { items: one },
    { items: one, minItems: 3 },
    { items: one, maxItems: 1 },
    { items: one, minItems: 4, maxItems: 2 },
    { items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true },
    { items: { enum: [1, 2] }, minItems: 3, uniqueItems: true },
    { items: { enum: [1, 2] }, minItems: 3, uniqueItems: false },
    { prefixItems: [one, { const: 2 }, { const: 3 }] },
    { prefixItems: [one, { const: 2 }], items: false },
    { prefixItems: [one], items: { const: 9 }, minItems: 3 },
    { prefixItems: [one, { const: 2 }, { const: 3 }], maxItems: 1 },
    { contains: { const: 7 }, items: { type: 'integer' } },
    { contains: { const: 7 }, minContains: 2 },
    { contains: { const: 7 }, minContains: 0, items: one, minItems: 1 },
  ],
  alternatives: [
    { anyOf: [{ const: 'a' }, { const: 'b' }, false] },
    { oneOf: [{ const: 'a' }, { const: 'b' }, { const: 'c' }] },
    { anyOf: [false] },
    { anyOf: [] },
    { allOf: [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, { type: 'string' }] },
    { $ref: '#/$defs/t', $defs: { t: { const: 'found' } } },
    { $dynamicRef: '#t', $defs: { t: { $dynamicAnchor: 't', const: 'found' } } },
    { $ref: '#/$defs/none', type: 'integer' },
    { $ref: 7, type: 'integer' },
  ],
  'what two say': [
    two({ type: 'integer', minimum: 3 }, { minimum: 5, maximum: 5 }),
    two({ type: 'integer', minimum: 5 }, { minimum: 3, maximum: 5 }),
    two({ type: 'integer', exclusiveMinimum: 3, maximum: 6 }, { exclusiveMinimum: 5 }),
    two({ type: 'integer', maximum: 3 }, { minimum: 3, maximum: 5 }),
    two({ type: 'integer', exclusiveMaximum: 5, minimum: 3 }, { exclusiveMaximum: 4 }),
    two({ type: 'string', minLength: 12 }, { minLength: 15 }),
    two({ type: 'string', maxLength: 3 }, { maxLength: 2 }),
    two({ items: one, minItems: 2 }, { minItems: 4 }),
    two({ items: one, minItems: 4 }, { maxItems: 2 }),
    two({ items: one, maxItems: 0 }, { maxItems: 9 }),
    two({ minProperties: 1 }, { minProperties: 3 }),
    two({ properties: { a: one, b: one }, maxProperties: 0 }, { maxProperties: 3 }),
    two({ required: ['a'] }, { required: ['b', 'a'], additionalProperties: one }),
    two({ enum: [1, 2, { a: 1 }] }, { enum: [{ a: 1 }, 3] }),
    two({ enum: [1] }, { enum: [2] }),
    two({ type: ['string', 'integer'] }, { type: ['number', 'null'] }),
    two({ type: 'number' }, { type: ['integer', 'string'] }),
    two({ type: 'string' }, { type: 'integer' }),
    two(
      { required: ['a', 'b', 'c'], properties: { a: { type: 'integer', minimum: 5 }, b: one } },
      { properties: { a: { maximum: 5 }, c: { const: 3 } } },
    ),
    two({ properties: 7, required: ['a'] }, { properties: { a: one } }),
    two({ items: { type: 'integer', minimum: 5 }, minItems: 1 }, { items: { maximum: 5 } }),
    two(
      { required: ['x'], additionalProperties: { type: 'integer', minimum: 5 } },
      { additionalProperties: { maximum: 5 } },
    ),
    two({ minProperties: 1, propertyNames: { minLength: 12 } }, { propertyNames: { maxLength: 12 } }),
    two({ contains: { type: 'integer', minimum: 5 }, maxItems: 1 }, { contains: { maximum: 5 } }),
    two({ title: 'a', const: 1 }, { title: 'b', const: 2 }),
    two({ type: 'integer' }, false as never),
  ],
};

describe('the same seed makes the same values, for a resumed run goes on as it would have gone', () => {
  test.each(Object.entries(SCHEMAS))('%s', async (title, schemas) => {
    const reported = schemas.map((schema) => {
      const values = Array.from({ length: 8 }, (_, seed) =>
        JSON.stringify(plausibleValue(schema, `s${seed}`)),
      );
      return `${JSON.stringify(schema)}\n  ${[...new Set(values)].join('  ')}\n`;
    });
    const file = `../../fixtures/simulation/${title.replaceAll(' ', '-')}.txt`;
    await expect(reported.join('\n')).toMatchFileSnapshot(file);
  });

  test('a text is as long as it may be made, where more is asked for', () => {
    expect(plausibleValue({ type: 'string', minLength: 200_000 }, 's')).toHaveLength(100_000);
  });

  test('of what goes deep only what must be there is made', () => {
    const nested = {
      properties: { a: { $ref: '#' }, b: { type: ['null', 'integer'] }, l: { items: { $ref: '#' } } },
    };
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    const depths = Array.from({ length: 50 }, (_, seed) => depthOf(plausibleValue(nested, `${seed}`)));
    expect(Math.max(...depths)).toBe(7);
    const needed: Value = { required: ['next'], properties: { next: { $ref: '#' } } };
    expect(depthOf(plausibleValue(needed, '1'))).toBe(41);
  });

  test('what may be null is so only where it goes deep', () => {
    const schema: Value = {
      required: ['n', 'next'],
      properties: { n: { type: ['null', 'integer'], minimum: 7, maximum: 7 }, next: { $ref: '#' } },
    };
    const nulls = JSON.stringify(plausibleValue(schema, 's')).match(/"n":[^,]+/g) ?? [];
    expect(nulls.slice(0, 8).join(' ')).toBe('"n":7 "n":7 "n":7 "n":7 "n":7 "n":null "n":null "n":null');
  });

  test('values are chosen by a digest of the seed', () => {
    expect(['', 'a', 'b', 'ab', 'ba', 'é'].map(hash)).toMatchInlineSnapshot(`
      [
        1572119809,
        1469464775,
        4216353758,
        3363919325,
        3280410757,
        710747622,
      ]
    `);
    expect(
      'a b c d e f g h'
        .split(' ')
        .map((seed) => pick([1, 2, 3], seed))
        .join(''),
    ).toMatchInlineSnapshot(`"33323132"`);
    expect(pick([], 'a')).toBeUndefined();
  });
});

describe('an example', () => {
  const schema = { examples: ['first', 'second', 'third', 7] };
  const fits = (_schema: Value, value: Value): boolean => typeof value === 'string';
  const countsOf = (round: number, of: Value = schema) =>
    Object.groupBy(
      Array.from({ length: 1_000 }, (_, seed) =>
        JSON.stringify(pickExample(of, { seed: `${seed}`, round, fits }) ?? null),
      ),
      (each) => each,
    );
  const reported = (round: number) =>
    Object.entries(countsOf(round))
      .map(([name, all]) => `${JSON.parse(name)} ${all?.length}`)
      .toSorted();

  test('is mostly the first, in later rounds still more often, and never one that does not fit', () => {
    expect([1, 2, 3].map(reported)).toMatchInlineSnapshot(`
      [
        [
          "first 778",
          "second 110",
          "third 112",
        ],
        [
          "first 877",
          "second 61",
          "third 62",
        ],
        [
          "first 1000",
        ],
      ]
    `);
  });

  test('is the only one that fits, and none where none fits', () => {
    expect(Object.keys(countsOf(1, { examples: [7, 'one'] }))).toEqual(['"one"']);
    for (const none of [{ examples: [7] }, { examples: 'x' }, {}, true])
      expect(pickExample(none, { seed: 's', round: 1, fits })).toBeUndefined();
  });
});

test('a field is made by its schema, but by its enum where it has one, each from a seed of its own', () => {
  const field: Field = {
    name: 'a',
    type: 'string',
    description: 'x',
    required: true,
    default: undefined,
    enum: undefined,
    schema: undefined,
  };
  const inline = { kind: 'inline', schema: { const: 'inline' } } as const;
  const asked: unknown[] = [];
  const fields = plausibleFields(
    [
      field,
      { ...field, name: 'b', enum: ['p', 'q'] },
      { ...field, name: 'c', schema: inline },
      { ...field, name: 'd', enum: ['p'], schema: inline },
      { ...field, name: 'e', default: 'given', schema: inline },
    ],
    'seed',
    (schema, seed) => {
      asked.push([schema, seed]);
      return seed;
    },
  );
  expect(asked).toEqual([
    [{ type: 'string' }, 'seed/a'],
    [{ type: 'string', enum: ['p', 'q'] }, 'seed/b'],
    [{ const: 'inline' }, 'seed/c'],
    [{ type: 'string', enum: ['p'] }, 'seed/d'],
  ]);
  expect(fields).toEqual({ a: 'seed/a', b: 'seed/b', c: 'seed/c', d: 'seed/d', e: 'given' });
});
