import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/expression/cel/expression-error.ts';
import { typeOfSchema } from '../../src/expression/types/type-of-schema.ts';
import type { ValueType } from '../../src/expression/types/value.ts';
import type { Value } from '../../src/model/value.ts';
import { evaluate } from '../helpers/expressions.ts';

const type = typeOfSchema({
  type: 'object',
  properties: {
    count: { type: 'integer' },
    score: { type: 'number' },
    ok: { type: 'boolean' },
    note: { type: 'string' },
    kind: { enum: ['a', 'b'] },
    size: { type: ['integer', 'null'] },
    items: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    deep: { type: 'object', properties: { x: { type: 'integer' } } },
  },
});
const union: ValueType = typeOfSchema({
  oneOf: ['whole', 'part'].map((kind) => ({
    type: 'object',
    properties: { kind: { const: kind }, n: { type: kind === 'whole' ? 'integer' : 'number' } },
    required: ['kind', 'n'],
  })),
});

describe('numbers of a structured value follow its schema', () => {
  it.each<readonly [string, Value, Value]>([
    ['r.count / 2', { count: 5 }, 2],
    ['r.score / 2', { score: 5 }, 2.5],
    ['r.size / 2', { size: 5 }, 2],
    ['r.items[0].n / 2', { items: [{ n: 5 }] }, 2],
    ['r.items.map(i, i.n / 2)', { items: [{ n: 5 }, { n: 3 }] }, [2, 1]],
    ['r.deep.x % 2', { deep: { x: 5 } }, 1],
    ['r.other / 2', { other: 5 }, 2.5],
    ['r.count / 2', { count: 2.5 }, 1.25],
    ['r.count + r.score', { count: 1, score: 0.5 }, 1.5],
  ])('%s of %j', (text, value, expected) => {
    expect(evaluate(text, { r: { type, value } })).toEqual(expected);
  });

  it('of a union follow the member that the value is', () => {
    expect(evaluate('r.n / 2', { r: { type: union, value: { kind: 'whole', n: 5 } } })).toBe(2);
    expect(evaluate('r.n / 2', { r: { type: union, value: { kind: 'part', n: 5 } } })).toBe(2.5);
  });
});

describe('a declared member that is absent reads as nothing of its type', () => {
  it.each<readonly [string, Value]>([
    ['r.ok', false],
    ['r.ok ? 1 : 2', 2],
    ['r.note', ''],
    ['r.note + "!"', '!'],
    ['r["note"]', ''],
    ['r.kind == ""', true],
    ['r.count', null],
    ['r.count == null', true],
    ['r.deep', null],
    ['has(r.ok)', false],
    ['has(r.deep.x)', false],
    ['"ok" in r', false],
    ['r == {}', true],
  ])('%s', (text, expected) => {
    expect(evaluate(text, { r: { type, value: {} } })).toEqual(expected);
  });

  it('but what nobody declared has no value', () => {
    expect(() => evaluate('r.other', { r: { type, value: {} } })).toThrow('there is no "other" in it');
    expect(() => evaluate('r.deep.x', { r: { type, value: {} } })).toThrow('there is no "x" in it');
  });
});

describe('properties', () => {
  it('a value of another type than is declared never crashes', () => {
    const text = fc.constantFrom(
      'r.count / 2',
      'r.items.map(i, i.n)',
      'r.deep.x + 1',
      'r.ok && r.note == ""',
      'r == r',
    );
    fc.assert(
      fc.property(
        text,
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(type, union),
        (source, json, declared) => {
          const value: Value = JSON.parse(JSON.stringify(json));
          try {
            evaluate(source, { r: { type: declared, value } });
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
