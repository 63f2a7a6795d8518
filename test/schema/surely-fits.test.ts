import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { isPlainSchema } from '../../src/schema/is-plain-schema.ts';
import { Budget } from '../../src/schema/budget.ts';
import { surelyFits } from '../../src/schema/surely-fits.ts';

const names = fc.constantFrom('a', 'b', 'toString', '__proto__', '0');
const scalars = fc.constantFrom<unknown>('a', 'b', '', 0, 1, -0, 1.5, 1e21, true, false, null);
const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

const { schema: schemas } = fc.letrec<{ schema: unknown }>((tie) => {
  const part = tie('schema');
  const object = fc.record(
    {
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      enum: fc.array(values, { minLength: 1, maxLength: 3 }),
      items: part,
      prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
      properties: fc.dictionary(names, part, { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), part, { maxKeys: 1 }),
      additionalProperties: part,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      minItems: fc.nat(2),
      const: scalars,
      not: part,
      title: fc.constant('x'),
      format: fc.constant('date'),
    },
    { requiredKeys: [] },
  );
  return { schema: fc.oneof({ depthSize: 'small', weight: 1, arbitrary: fc.boolean() }, object) };
});

test('a value that surely fits is one that the compiler takes', () => {
  let fitting = 0;
  fc.assert(
    fc.property(schemas, values, (rawSchema, rawValue) => {
      const schema = JSON.parse(JSON.stringify(rawSchema)) as Value;
      const value = JSON.parse(JSON.stringify(rawValue)) as Value;
      if (!isPlainSchema(schema) || !surelyFits(schema, value, plenty())) return;
      fitting += 1;
      const options = { strict: false, validateFormats: false, logger: false, ownProperties: true } as const;
      const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false, inlineRefs: false });
      expect(ajv.compile(schema as boolean)(value)).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(fitting).toBeGreaterThan(50);
});

test.each<[Value, Value, boolean]>([
  [{ type: 'array', items: { type: 'string' } }, [], true],
  [{ type: 'array', items: { type: 'string' } }, ['a', 'b'], true],
  [{ type: 'array', items: { type: 'string' } }, ['a', 1], false],
  [{ type: 'object', properties: { a: { enum: ['x'] } }, required: ['a'] }, { a: 'x' }, true],
  [{ type: 'object', properties: { a: { enum: ['x'] } }, required: ['a'] }, {}, false],
  [{ type: 'object', properties: {}, additionalProperties: false }, { a: 1 }, false],
  [{ type: 'object', additionalProperties: false }, { a: 1 }, false],
  [{ type: ['integer', 'null'] }, null, true],
  [{ type: 'integer' }, 1.5, false],
  [{ required: ['toString'] }, {}, false],
  [{ minItems: 1 }, [1], false],
])('%j and %j: %s', (schema, value, expected) => {
  expect(surelyFits(schema, value, plenty())).toBe(expected);
});

function plenty(): Budget {
  const budget = new Budget();
  budget.begin(1_000_000);
  return budget;
}
