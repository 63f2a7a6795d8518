import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { compileSchema, MAX_FAULTS } from '../../src/schema/compile-schema.ts';

const messages = (schema: Value, value: Value): readonly string[] => {
  const compiled = compileSchema(schema);
  if ('fault' in compiled) throw new Error(compiled.fault);
  return compiled.check(value).map(({ message }) => message);
};
const faultOf = (schema: Value): string | undefined => {
  const compiled = compileSchema(schema);
  return 'fault' in compiled ? compiled.fault : undefined;
};

describe('a value that does not fit is told what and where', () => {
  test.each<[Value, Value, string[]]>([
    [{ type: 'string' }, 1, ['The value must be a text, not 1.']],
    [{ type: ['string', 'null'] }, [], ['The value must be a text or null, not a list.']],
    [{ enum: ['a', 'b'] }, 'c', ['The value must be one of "a", "b", not "c".']],
    [{ required: ['valid'] }, {}, ['The value lacks "valid".']],
    [
      { properties: { files: { items: { type: 'object', required: ['name'] } } } },
      { files: [{ name: 'a' }, {}] },
      ['"$.files[1]" lacks "name".'],
    ],
    [
      { properties: { 'a/b ~': { type: 'boolean' } } },
      { 'a/b ~': 1 },
      ['"$["a/b ~"]" must be true or false, not 1.'],
    ],
    [{ properties: { '0': { minimum: 3 } } }, { '0': 1 }, ['"$["0"]" must be at least 3.']],
    [{ additionalProperties: false }, { extra: 1 }, ['The value has "extra", which is not allowed there.']],
    [
      { $defs: { n: { type: 'integer' } }, items: { $ref: '#/$defs/n' } },
      [1.5],
      ['"$[0]" must be a whole number, not 1.5.'],
    ],
    [false, 1, ['The value is not allowed there.']],
  ])('%j with %j', (schema, value, expected) => {
    expect(messages(schema, value)).toEqual(expected);
  });

  test('the first faults are enough', () => {
    expect(
      messages(
        { items: { type: 'string' } },
        Array.from({ length: 1000 }, () => 1),
      ),
    ).toHaveLength(MAX_FAULTS);
  });

  test('names of objects are not mistaken for what objects inherit', () => {
    expect(messages({ required: ['constructor', '__proto__'] }, {})).toEqual([
      'The value lacks "constructor".',
      'The value lacks "__proto__".',
    ]);
  });
});

describe('a schema is read as others read it', () => {
  test.each<[string, Value]>([
    ['unknown keywords', { type: 'array', example: 'x', nonsense: { a: 1 } }],
    ['formats', { type: 'array', format: 'nobody-knows' }],
    [
      'an older draft',
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: {} }, $ref: '#/definitions/a' },
    ],
    [
      'an $id',
      { $id: 'https://example.com/a', $defs: { a: { type: 'string' } }, items: { $ref: '#/$defs/a' } },
    ],
    ['the same $id again', { $id: 'https://example.com/a', type: 'array' }],
    ['recursion into the value', { properties: { left: { $ref: '#' }, right: { $ref: '#' } } }],
    ['the usual pattern', { pattern: '^[a-z]+(-[a-z]+)*$' }],
  ])('with %s', (_, schema) => {
    expect(faultOf(schema)).toBeUndefined();
    expect(messages(schema, [])).toEqual([]);
  });
});

describe('a schema that cannot be used says why', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  );
  test.each<[string, Value, RegExp]>([
    ['no schema at all', 'string', /a schema is an object/],
    ['an unknown type', { type: 'text' }, /type/],
    [
      'a reference that leads nowhere',
      { $ref: '#/$defs/a' },
      /refers to "#\/\$defs\/a", which it does not have/,
    ],
    ['a reference elsewhere', { $ref: 'https://example.com/a.json' }, /which it does not have/],
    ['a reference to itself', { $ref: '#' }, /refers to itself/],
    [
      'a ring',
      { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      /refers to itself/,
    ],
    ['doubling', { $ref: '#/$defs/d0', $defs: { ...doubling, d40: {} } }, /multiply/],
    [
      'a pattern that is none',
      { pattern: '(' },
      /the pattern "\(" is not an ECMAScript pattern.*unterminated group/,
    ],
    ['a reference back', { pattern: '^(a|b)-\\1$' }, /has a backreference/],
    [
      'the same elsewhere',
      { allOf: [{ patternProperties: { '(?<x>a)\\k<x>': {} } }] },
      /has a backreference/,
    ],
    ['the same where no schema stands', { x: { pattern: '(a)\\1' }, $ref: '#/x' }, /has a backreference/],
    ['a long pattern', { pattern: 'a'.repeat(2001) }, /more than 2000 characters/],
    ['a pattern of many parts', { pattern: '(?:[a-z]{1000}){1000}' }, /more than 5000 parts/],
    ['what is asynchronous', { $async: true }, /\$async/],
    ['too many parts', { anyOf: Array.from({ length: 6000 }, () => ({})) }, /more than 5000 parts/],
  ])('%s', (_, schema, reason) => {
    expect(faultOf(schema)).toMatch(reason);
  });

  test('without a throw, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (schema) => {
        const compiled = compileSchema(schema as Value);
        if (!('fault' in compiled)) compiled.check({ a: [1, 'x', null] });
      }),
    );
  });
});

test('a long text is matched like any other', () => {
  const text = 'a'.repeat(500_000);
  expect(messages({ items: { pattern: '^a*$' } }, [text])).toEqual([]);
  expect(messages({ items: { pattern: 'a*b*a*c' } }, [text])).toEqual([
    '"$[0]" must match the pattern "a*b*a*c".',
  ]);
});

test('items are the same where the compiler says so', () => {
  const plain = new Ajv2020({ strict: false }).compile({ uniqueItems: true });
  const items = fc.array(fc.jsonValue({ maxDepth: 2, depthSize: 'xsmall' }), { maxLength: 4 });
  fc.assert(
    fc.property(items, fc.nat(3), (list, at) => {
      // As it comes from a file: no -0. One item is there again, its members the other way round.
      const text = JSON.stringify([...list, reversed(list[at] ?? null)]);
      // The equality of the plain compiler calls members of these names.
      fc.pre(!/"(?:valueOf|toString)"/.test(text));
      const given = JSON.parse(text) as Value;
      expect(messages({ uniqueItems: true }, given).length === 0).toBe(plain(given));
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toReversed());
}

test('the same schema is compiled once', () => {
  const schema = { type: 'string' };
  expect(compileSchema(schema)).toBe(compileSchema(schema));
});
