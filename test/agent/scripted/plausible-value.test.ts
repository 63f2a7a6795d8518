import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plausibleFields, plausibleValue } from '../../../src/agent/scripted/plausible-value.ts';
import type { Value } from '../../../src/model/value.ts';
import { cpuMsOf } from '../../helpers/cpu-ms.ts';
import { jsonSchema } from '../schemas.ts';
import { ordinarySchema } from './ordinary-schemas.ts';

const WHOLE = new Ajv2020({ strict: false, validateFormats: false });

describe('a plausible value', () => {
  test('fits its schema', () => {
    fc.assert(
      fc.property(ordinarySchema, fc.nat(), (schema, seed) => {
        const value = plausibleValue(schema, String(seed));
        const fits = WHOLE.compile(schema as object);
        expect({ value, isGood: fits(value), errors: fits.errors }).toMatchObject({ isGood: true });
      }),
      { numRuns: 200 },
    );
  });

  test('is the same for the same seed, and now and then another for another', () => {
    const schema: Value = { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: {} } };
    expect(plausibleValue(schema, '1')).toEqual(plausibleValue(schema, '1'));
    const values = Array.from({ length: 30 }, (_, seed) => JSON.stringify(plausibleValue(schema, `${seed}`)));
    expect(new Set(values).size).toBeGreaterThan(3);
  });

  test.each<[string, Value, unknown]>([
    ['the only one of an enum', { enum: ['x'] }, 'x'],
    ['a constant, null too', { const: null }, null],
    ['one of its examples', { type: 'string', examples: ['STORY-1'], pattern: '^(?=x)' }, 'STORY-1'],
    ['its default', { type: 'object', default: { a: 1 } }, { a: 1 }],
    ['what two schemas agree on', { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, 2],
    ['the branch that something fits', { anyOf: [false, { const: 1 }] }, 1],
    ['a list that holds what it must', { contains: { const: 7 }, minItems: 1, maxItems: 1 }, [7]],
    ['a list of a length', { type: 'array', items: { const: 1 }, minItems: 4 }, [1, 1, 1, 1]],
    ['a multiple between bounds', { type: 'number', minimum: 11, maximum: 14, multipleOf: 6 }, 12],
    ['a fraction between whole numbers', { exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.5],
    [
      'what a property asks for',
      { required: ['a'], dependentRequired: { a: ['b'] }, additionalProperties: { const: 0 } },
      { a: 0, b: 0 },
    ],
    [
      'a name of a prototype',
      { required: ['__proto__'], additionalProperties: { const: 0 } },
      JSON.parse('{"__proto__": 0}'),
    ],
  ])('is %s', (_title, schema, value) => {
    expect(plausibleValue(schema, 'seed')).toEqual(value);
  });

  test('of a schema that refers to itself comes to an end', () => {
    const schema: Value = {
      required: ['next'],
      properties: { next: { $ref: '#' }, all: { items: { $ref: '#' } } },
    };
    expect(JSON.stringify(plausibleValue(schema, '1')).length).toBeLessThan(200_000);
    expect(plausibleValue({ $ref: '#' }, '1')).toEqual(expect.any(String));
  });

  test('of a schema that holds itself twice comes to an end before it has doubled for ever', async () => {
    const own = { $ref: '#/$defs/own' };
    const schema: Value = { ...own, $defs: { own: { items: own, contains: own } } };
    expect(await cpuMsOf(() => plausibleValue(schema, '1'))).toBeLessThan(5000);
  });

  test('leaves out an optional property with a pattern, and reports a pattern that has to be matched', () => {
    const own = { type: 'string', pattern: '^v\\d+$' };
    const schema: Value = {
      type: 'object',
      required: ['a'],
      properties: { a: own, b: own, c: { ...own, examples: ['v1'] } },
    };
    const noted: string[] = [];
    const made = Array.from({ length: 30 }, (_, seed) =>
      plausibleValue(schema, `${seed}`, (each) => noted.push(each)),
    );
    expect(new Set(made.map((each) => Object.keys(each as object).join()))).toEqual(new Set(['a', 'a,c']));
    expect(new Set(noted)).toEqual(new Set(['^v\\d+$']));
  });

  test('is made of any schema without a throw', () => {
    fc.assert(
      fc.property(fc.oneof(jsonSchema, fc.jsonValue() as fc.Arbitrary<Value>), (schema) => {
        expect(typeof JSON.stringify(plausibleValue(schema, 's'))).toBe('string');
      }),
      { numRuns: 200 },
    );
  });
});

test('plausible fields are of their types, and their defaults where they have one', () => {
  const field = { description: 'x', required: true, default: undefined, enum: undefined, schema: undefined };
  const fields = plausibleFields(
    [
      { ...field, name: 'a', type: 'string', enum: ['p', 'q'] },
      { ...field, name: 'b', type: 'number', default: 7 },
      {
        ...field,
        name: 'c',
        type: 'array',
        schema: { kind: 'inline', schema: { type: 'array', items: { const: 1 } } },
      },
      { ...field, name: 'd', type: 'boolean' },
    ],
    '1',
  );
  expect(fields).toEqual({
    a: expect.stringMatching(/^[pq]$/),
    b: 7,
    c: expect.any(Array),
    d: expect.any(Boolean),
  });
});
