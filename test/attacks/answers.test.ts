import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { compileSchema } from '../../src/schema/compile-schema.ts';
import { cpuMsOf } from '../helpers/cpu-ms.ts';
import { tries } from '../helpers/tries.ts';

const COUNT = tries(400_000, 15_000);
const list = (of: (n: number) => Value, count = COUNT): Value =>
  Array.from({ length: count }, (_, n) => of(n));
const object = (of: (n: number) => Value, count = COUNT): Value =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, of(n)]));
const nested = (depth: number): Value => (depth === 0 ? {} : { c: nested(depth - 1) });
const ref = (name: string): Value => ({ $ref: `#/$defs/${name}` });
const chain = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `d${n}`,
    { anyOf: [{ properties: { c: ref(`d${n + 1}`) } }, { properties: { c: ref(`d${n + 1}`) } }] },
  ]),
);

/** A schema and an answer that make the keyword work as hard as it can. */
const HARD: readonly (readonly [what: string, schema: Value, answer: () => Value])[] = [
  ['items that differ', { uniqueItems: true }, () => list((n) => ({ n }), 100_000)],
  ['items that differ late', { uniqueItems: true }, () => list((n) => ['a'.repeat(50), n])],
  [
    'items of several types',
    { uniqueItems: true, items: { type: ['string', 'number'] } },
    () => list((n) => n),
  ],
  [
    'a long enum',
    { items: { enum: Array.from({ length: 4000 }, (_, n) => `v${n}`) } },
    () => list(() => 'v3999'),
  ],
  [
    'an enum of objects',
    { items: { enum: [nested(50), { ...(nested(50) as object), x: 1 }] } },
    () => list(() => nested(50), 1000),
  ],
  [
    'many forms',
    { items: { anyOf: Array.from({ length: 2000 }, (_, n) => ({ const: n })) } },
    () => list(() => -1),
  ],
  [
    'one of many forms',
    { items: { oneOf: Array.from({ length: 2000 }, (_, n) => ({ minimum: n })) } },
    () => list(() => 5000),
  ],
  [
    'recursion that doubles',
    {
      $defs: {
        n: {
          anyOf: [
            { properties: { c: ref('n') }, required: ['x'] },
            { properties: { c: ref('n') }, required: ['y'] },
          ],
        },
      },
      ...(ref('n') as object),
    },
    () => nested(90),
  ],
  [
    'a chain that doubles',
    { $defs: { ...chain, d60: { required: ['x'] } }, ...(ref('d0') as object) },
    () => nested(90),
  ],
  ['references that do not fit', { $defs: { s: { type: 'string' } }, items: ref('s') }, () => list((n) => n)],
  [
    'references that do not fit, in forms',
    { $defs: { s: { type: 'string' } }, anyOf: [{ items: ref('s') }, { items: ref('s') }] },
    () => list((n) => n),
  ],
  ['names that are not allowed', { additionalProperties: false }, () => object((n) => n)],
  ['names by pattern', { propertyNames: { pattern: '(a+)+$' } }, () => object((n) => n)],
  [
    'members by patterns',
    { patternProperties: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k*k*${n}`, true])) },
    () => object((n) => n),
  ],
  [
    'what nothing has looked at',
    {
      anyOf: [{ properties: { a: true } }, { patternProperties: { '^k': { type: 'number' } } }],
      unevaluatedProperties: false,
    },
    () => object((n) => n),
  ],
  [
    'items that nothing has looked at',
    { contains: { minimum: 1e9 }, minContains: 0, unevaluatedItems: false },
    () => list((n) => n),
  ],
  ['something that is not there', { contains: { const: { a: 1 } } }, () => list((n) => ({ a: -n - 2 }))],
  [
    'schemas by name',
    {
      dependentSchemas: Object.fromEntries(
        Array.from({ length: 1000 }, (_, n) => [`k${n}`, { maxProperties: 1e9 }]),
      ),
    },
    () => object((n) => n),
  ],
  ['a pattern on a long text', { pattern: '[a-z]{0,2000}9' }, () => 'a'.repeat(4_000_000)],
  ['a length of long texts', { items: { maxLength: 10 } }, () => list(() => '😀'.repeat(100), 20_000)],
  ['many types that do not fit', { items: { type: 'string' } }, () => list((n) => n)],
  [
    'a long text that fits none of many',
    { allOf: Array.from({ length: 1000 }, (_, n) => ({ const: n })) },
    () => 'x'.repeat(4_000_000),
  ],
  [
    'a condition at each item',
    { items: { if: { required: ['a'] }, then: { required: ['b'] }, else: { minProperties: 2 } } },
    () => list(() => ({ c: 1 })),
  ],
];

/** Units: ms. It is about a second; a busy machine may take several times as long, and what has no bound minutes. */
const WIDE_MS = 15_000;

describe('an answer of any size is checked in bounded time', () => {
  test.each(HARD)('%s', async (_, schema, answerOf) => {
    const answer = answerOf();
    const compiled = compileSchema(schema);
    if ('fault' in compiled) throw new Error(compiled.fault);
    let reported: readonly unknown[] = [];
    const ms = await cpuMsOf(() => {
      reported = compiled.check(answer);
    });
    if (process.env['WFMAP_FULL_COUNTS'] !== undefined)
      console.log(`${ms.toFixed(0)} ms, ${JSON.stringify(reported).slice(0, 150)}`);
    expect(ms).toBeLessThan(WIDE_MS);
  });
});
