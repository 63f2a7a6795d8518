import { expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { compileSchema, MAX_FAULTS } from '../../src/schema/compile-schema.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/schema`;
const CUT = 160;

/** The start of a text as JSON: some of these schemas are large. */
function cut(value: Value): string {
  const text = JSON.stringify(value);
  return text.length > CUT ? `${text.slice(0, CUT)}… (${text.length} characters)` : text;
}

function reported(schema: Value, value: Value): string {
  const compiled = compileSchema(schema);
  const lines =
    'fault' in compiled
      ? [`cannot be used: ${compiled.fault}`]
      : compiled.check(value).map(({ path, message }) => `${path}: ${message}`);
  return [`${cut(schema)} with ${cut(value)}`, ...lines.map((each) => `  ${each}`)].join('\n');
}

function nested(depth: number, inner: Value): Value {
  let value = inner;
  for (let count = 0; count < depth; count += 1) value = [value];
  return value;
}

const letters = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(97 + at));

const VALUES: readonly (readonly [Value, Value])[] = [
  [{ type: 'string' }, 1],
  [{ type: 'number' }, 'x'],
  [{ type: 'integer' }, 1.5],
  [{ type: 'boolean' }, null],
  [{ type: 'array' }, {}],
  [{ type: 'object' }, []],
  [{ type: 'null' }, true],
  [{ type: ['array', 'object', 'null'] }, 1],
  [{ required: ['a', 'b'] }, { a: 1 }],
  [{ additionalProperties: false }, { extra: 1 }],
  [
    { properties: { a: {} }, unevaluatedProperties: false },
    { a: 1, b: 2 },
  ],
  [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2]],
  [{ enum: ['a', 1, null, [1], { b: 2 }] }, 'c'],
  [{ enum: letters(10) }, 'z'],
  [{ enum: letters(11) }, 'z'],
  [{ const: { a: 1 } }, { a: 2 }],
  [{ const: 'a' }, [1]],
  [{ const: 'x'.repeat(59) }, 'y'.repeat(61)],
  [{ const: letters(15) }, 1],
  [{ const: letters(16) }, 1],
  [{ minimum: 3 }, 2],
  [{ maximum: 3 }, 4],
  [{ exclusiveMinimum: 3 }, 3],
  [{ exclusiveMaximum: 3 }, 3],
  [{ multipleOf: 0.5 }, 0.75],
  [{ minLength: 2 }, 'a'],
  [{ maxLength: 2 }, 'abc'],
  [{ minItems: 2 }, [1]],
  [{ maxItems: 1 }, [1, 2]],
  [{ minProperties: 1 }, {}],
  [{ maxProperties: 1 }, { a: 1, b: 2 }],
  [{ uniqueItems: true }, [1, { a: 1, b: [2] }, { b: [2], a: 1 }]],
  [{ uniqueItems: true }, [1, '1', [1], { '1': 1 }, null]],
  [{ uniqueItems: false }, [1, 1]],
  [{ pattern: '^a' }, 'b'],
  [{ prefixItems: [{}, {}], items: false }, [1, 2, 3]],
  [{ contains: { const: 1 } }, [2]],
  [{ contains: { const: 1 }, maxContains: 1 }, [1, 1]],
  [{ propertyNames: { pattern: '^a' } }, { b: 1 }],
  [{ patternProperties: { '^b': { type: 'string' } } }, { b: 1 }],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
  [{ dependentSchemas: { a: { required: ['c'] } } }, { a: 1 }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1],
  [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 1],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3],
  [{ not: { type: 'string' } }, 'a'],
  [{ if: { type: 'string' }, then: { minLength: 3 } }, 'a'],
  [{ if: { type: 'string' }, else: { minimum: 3 } }, 1],
  [false, 1],
  [true, 1],
  [{ properties: { a: { items: { properties: { 'b c': { minimum: 1 } } } } } }, { a: [{}, { 'b c': 0 }] }],
  [{ properties: { a_1: false, '1a': false, ä: false, _: false } }, { a_1: 1, '1a': 1, ä: 1, _: 1 }],
  [{ properties: { ['k'.repeat(198)]: false } }, { ['k'.repeat(198)]: 1 }],
  [{ properties: { ['k'.repeat(199)]: false } }, { ['k'.repeat(199)]: 1 }],
  [{ items: { type: 'string' } }, Array.from({ length: MAX_FAULTS + 1 }, (_, at) => at)],
  [{ items: { items: false } }, nested(100, 1)],
  [{}, nested(100, 1)],
  [{}, nested(101, 1)],
  [{}, ['x'.repeat(2 * 1024 * 1024), 'y'.repeat(2 * 1024 * 1024)]],
  [{}, { x: 'x'.repeat(4 * 1024 * 1024) }],
  [
    { items: { anyOf: Array.from({ length: 100 }, (_, at) => ({ const: at })) } },
    Array.from({ length: 30_000 }, () => -1),
  ],
  [{ maxLength: 1 }, 'x'.repeat(3 * 1024 * 1024)],
];

const SCHEMAS: readonly Value[] = [
  'text',
  null,
  [],
  1,
  { type: 'text' },
  { type: [] },
  { required: 'a' },
  { enum: 'a' },
  { minLength: -1 },
  { multipleOf: 0 },
  { properties: [] },
  { properties: { a: 1 } },
  { $ref: 1 },
  { $ref: '#/$defs/a' },
  { $ref: '#a' },
  { $ref: '#%' },
  { $ref: '#/$defs/a%20b', $defs: { 'a b': { type: 'string' } } },
  { $ref: '#/$defs/a~1b~0c', $defs: { 'a/b~c': { type: 'string' } } },
  { $ref: '#/allOf/1', allOf: [{}, { type: 'string' }] },
  { items: { $ref: '#a' }, $defs: { one: { $anchor: 'a', type: 'string' } } },
  { $ref: '#a', $defs: { one: { $anchor: 'a', allOf: [{ $ref: '#a' }] } } },
  { $ref: '#a', $defs: { one: { $dynamicAnchor: 'a', allOf: [{ $ref: '#a' }] } } },
  { $ref: 'https://example.com/a.json' },
  { $id: 'https://example.com/a', items: { $ref: 'https://example.com/a' } },
  { $id: 'https://example.com/a#', items: { $ref: 'https://example.com/a#' } },
  { $id: 'https://example.com/a', items: { $ref: 'https://example.com/b' } },
  { $ref: '#' },
  { not: { $ref: '#' } },
  { if: { $ref: '#' } },
  { then: { $ref: '#' } },
  { else: { $ref: '#' } },
  { allOf: [{ $ref: '#' }] },
  { anyOf: [{ $ref: '#' }] },
  { oneOf: [{ $ref: '#' }] },
  { dependentSchemas: { a: { $ref: '#' } } },
  { prefixItems: [{ $ref: '#' }] },
  { additionalProperties: { $ref: '#' } },
  { items: { $async: true } },
  { propertyNames: { $async: true } },
  { contains: { $async: true } },
  { prefixItems: [{ $async: true }] },
  { unevaluatedItems: { $async: true } },
  { unevaluatedProperties: { $async: true } },
  { additionalProperties: { $async: true } },
  { properties: { a: { $async: true } } },
  { patternProperties: { a: { $async: true } } },
  { $defs: { a: { $async: true } } },
  { definitions: { a: { $async: true } } },
  { items: { $dynamicRef: '#a' } },
  { items: { $id: 'a' } },
  { items: { $id: 1 } },
  { pattern: '(' },
  { pattern: `(a)\\1${'b'.repeat(70)}` },
  { patternProperties: { '(?<x>a)\\k<x>': {} } },
  { pattern: 'a'.repeat(2000) },
  { pattern: 'a'.repeat(2001) },
  { pattern: '(?:a{999}){5}' },
  { pattern: '(?:a{1000}){5}' },
  { pattern: `${'('.repeat(50)}${')'.repeat(50)}` },
  { pattern: `${'('.repeat(51)}${')'.repeat(51)}` },
  { pattern: '(?i:a)' },
  { not: nested(98, 1) },
  { not: nested(100, 1) },
  { anyOf: Array.from({ length: 4999 }, () => ({})) },
  { anyOf: Array.from({ length: 5000 }, () => ({})) },
  {
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `d${at}`,
        at === 19 ? {} : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    ),
  },
];

test('what does not fit a schema is told in plain words', async () => {
  const text = VALUES.map(([schema, value]) => reported(schema, value)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`${GOLDENS}/values.txt`);
});

test('a schema that cannot be used says why', async () => {
  const text = SCHEMAS.map((schema) => reported(schema, 1)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(`${GOLDENS}/schemas.txt`);
});
