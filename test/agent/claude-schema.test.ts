import { describe, expect, test } from 'vitest';
import { claudeSchema } from '../../src/agent/claude-schema.ts';
import { indexSchema } from '../../src/agent/schema-index.ts';
import type { Value } from '../../src/model/value.ts';

const one = { const: 1 };
const SLOW = '^(a+)+$';
const COPIED = {
  type: 'object',
  const: 1,
  multipleOf: 2,
  maximum: 3,
  exclusiveMaximum: 4,
  minimum: 5,
  exclusiveMinimum: 6,
  maxLength: 7,
  minLength: 8,
  maxItems: 9,
  minItems: 10,
  uniqueItems: true,
  maxProperties: 11,
  minProperties: 12,
  required: ['a'],
  format: 'date',
  title: 't',
  description: 'd',
  default: 1,
};

const SCHEMAS: readonly Value[] = [
  true,
  false,
  'no schema',
  null,
  COPIED,
  { $schema: 's', $id: 'https://example.org/a', $comment: 'c', 'x-own': 1, constructor: 1, readOnly: true },
  { allOf: [one, true], anyOf: [one, false], oneOf: [one, 7] },
  { allOf: 7, anyOf: {}, oneOf: null },
  { not: { type: 'string' } },
  { not: { unevaluatedItems: false } },
  { oneOf: [one, { unevaluatedItems: false }], allOf: [one] },
  { if: one, then: one, else: false },
  { if: one, then: one },
  { if: one },
  { then: one, else: one },
  { if: one, then: { unevaluatedItems: false } },
  { enum: [1, '1', 1, { a: 1 }, { a: 1 }] },
  { enum: [] },
  { enum: 'none' },
  { properties: { a: one, b: true }, required: ['a'] },
  { properties: 7, patternProperties: 7 },
  { pattern: '^a$' },
  { pattern: SLOW },
  { pattern: 7 },
  { patternProperties: { '^a': one } },
  { patternProperties: { '^a': one, [SLOW]: one } },
  { patternProperties: { '^a': one }, properties: { b: one } },
  { additionalProperties: false },
  { additionalProperties: one, properties: { a: one } },
  { additionalProperties: false, patternProperties: { '^a': one } },
  { additionalProperties: false, patternProperties: { [SLOW]: one } },
  { additionalProperties: false, patternProperties: { '^a': one }, properties: { b: one } },
  { propertyNames: { maxLength: 3 } },
  { dependentRequired: { a: ['b'] } },
  { dependentSchemas: { a: one } },
  { dependencies: { a: ['b'], c: one } },
  { dependencies: 7 },
  { items: one },
  { items: false },
  { prefixItems: [one] },
  { prefixItems: [one], items: true },
  { prefixItems: [one, { const: 2 }], items: false },
  { prefixItems: [one], items: { const: 9 } },
  { contains: one },
  { contains: one, minContains: 0 },
  { contains: one, minContains: 1 },
  { contains: one, minContains: 2 },
  { contains: one, maxContains: 2 },
  { unevaluatedProperties: false },
  { examples: [1] },
  { examples: 1 },
  { nullable: true, type: 'string' },
  { nullable: true },
  { nullable: false, type: 'string' },
  { $ref: '#/$defs/none' },
  { $ref: 7 },
  { $ref: '#/$defs/a', $defs: { a: true } },
  { $ref: '#/$defs/a', $defs: { a: false } },
  { $ref: '#/$defs/a', $defs: { a: 7 } },
  { $ref: '#/$defs/a', title: 't', $defs: { a: one } },
  { $dynamicRef: '#a', $defs: { x: { $dynamicAnchor: 'a', const: 1 } } },
  { properties: { a: { $ref: '#' } } },
  {
    anyOf: [
      { $ref: '#/$defs/a' },
      { $ref: '#/$defs/b/$defs/a' },
      { $ref: '#/$defs/a' },
      { $ref: '#/$defs/c/$defs/a' },
    ],
    $defs: { a: one, b: { $defs: { a: { const: 2 } } }, c: { $defs: { a: { const: 3 } } } },
  },
  { $ref: '#/$defs/%20', $defs: { ' ': one } },
  { $ref: `#/$defs/${'n'.repeat(80)}`, $defs: { ['n'.repeat(80)]: one } },
];

test('each keyword is written as Claude Code takes it, and what is lost is known', async () => {
  const reported = SCHEMAS.map((schema) => {
    const { schema: written, defs, isExact } = claudeSchema(schema);
    const defined = Object.keys(defs).length === 0 ? '' : `  with ${JSON.stringify(defs)}\n`;
    return `${JSON.stringify(schema)}\n  ${JSON.stringify(written)}\n${defined}  ${isExact ? 'exact' : 'loose'}\n`;
  });
  await expect(reported.join('\n')).toMatchFileSnapshot('../fixtures/agent/written-schemas.txt');
});

test('a schema is written a hundred levels deep', () => {
  const nested = (depth: number): Value => (depth === 0 ? one : { items: nested(depth - 1) });
  expect(claudeSchema(nested(100)).isExact).toBe(true);
  expect(claudeSchema(nested(101)).isExact).toBe(false);
});

describe('a reference', () => {
  const root: Value = {
    $id: 'https://example.org/root.json',
    $anchor: 'top',
    properties: { 'a/b': { const: 1 }, 'c~d': { const: 2 }, 'e f': { const: 3 } },
    allOf: [{ $anchor: 'listed', const: 4 }],
    items: { $dynamicAnchor: 'single', const: 5 },
    const: { $anchor: 'no-schema', const: 6 },
    $defs: {
      inner: { $id: 'inner.json', $anchor: 'own', const: 7, $defs: { deep: { const: 8 } } },
      odd: { $id: 'https://[', $anchor: 'odd', const: 9 },
    },
  };
  const index = indexSchema(root);
  const constOf = (found: Value | undefined): unknown =>
    typeof found === 'object' && found !== null && 'const' in found ? found.const : found;

  test.each<[string, unknown]>([
    ['#/properties/a~1b', 1],
    ['#/properties/c~0d', 2],
    ['#/properties/e%20f', 3],
    ['#/allOf/0', 4],
    ['#/allOf/1', undefined],
    ['#listed', 4],
    ['#single', 5],
    ['#no-schema', undefined],
    ['#/const/const', 6],
    ['#odd', 9],
    ['#own', undefined],
    ['inner.json', 7],
    ['inner.json#own', 7],
    ['inner.json#/$defs/deep', 8],
    ['https://example.org/inner.json#', 7],
    ['other.json', undefined],
    ['#/constructor', undefined],
    ['#/properties/%', undefined],
    ['#/title/length', undefined],
    ['https://[', undefined],
  ])('%j leads where draft 2020-12 says', (reference, found) => {
    expect(constOf(index.find(reference, root))).toEqual(found);
  });

  test('to the whole leads there, by its name and its anchor too', () => {
    for (const reference of ['#', '', '#top', 'root.json', 'https://example.org/root.json#'])
      expect(index.find(reference, root)).toBe(root);
  });

  test('within a part with a name begins there', () => {
    const inner = index.find('inner.json', root) ?? null;
    expect(index.find('#', inner)).toBe(inner);
    expect(constOf(index.find('#/$defs/deep', inner))).toBe(8);
    expect(index.find('#/$defs/inner', inner)).toBeUndefined();
  });

  test('from what is no part of the schema begins at the whole', () => {
    expect(constOf(index.find('#/allOf/0', { $ref: '#' }))).toBe(4);
    expect(index.find('inner.json', { $ref: '#' })).toBeUndefined();
  });
});
