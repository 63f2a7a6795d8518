import { expect, test } from 'vitest';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { placeholderValue } from '../../../src/lsp/features/placeholder-value.ts';

const objectOf = (members: Readonly<Record<string, ValueType>>): ValueType => ({
  kind: 'object',
  members: new Map(Object.entries(members).map(([name, type]) => [name, { type, required: true }])),
  isOpen: false,
});
const listOf = (items: ValueType): ValueType => ({ kind: 'list', items });

test('a placeholder shows where a value came from, as far as its type lets it', () => {
  const type = objectOf({
    goal: 'string',
    any: 'any',
    count: 'number',
    index: 'integer',
    done: 'boolean',
    none: 'null',
    level: { kind: 'literals', values: [null, '', 'low', 'high'] },
    empty: { kind: 'literals', values: [null] },
    maybe: { kind: 'union', of: ['null', 'string'] },
    never: { kind: 'union', of: ['null'] },
    parts: listOf(objectOf({ id: 'string' })),
  });
  expect(placeholderValue(type, 'plan')).toEqual({
    goal: '‹plan.goal›',
    any: '‹plan.any›',
    count: 1,
    index: 1,
    done: true,
    none: null,
    level: 'low',
    empty: null,
    maybe: '‹plan.maybe›',
    never: null,
    parts: [{ id: '‹plan.parts.id›' }],
  });
});

test('what is nested without end is shown five deep', () => {
  const objects = (depth: number): ValueType =>
    depth === 0 ? 'string' : objectOf({ a: objects(depth - 1) });
  const lists = (depth: number): ValueType => (depth === 0 ? 'string' : listOf(lists(depth - 1)));
  expect(placeholderValue(objects(5), 'x')).toEqual({ a: { a: { a: { a: { a: '‹x.a.a.a.a.a›' } } } } });
  expect(placeholderValue(objects(6), 'x')).toEqual({ a: { a: { a: { a: { a: {} } } } } });
  expect(placeholderValue(lists(5), 'x')).toEqual([[[[['‹x›']]]]]);
  expect(placeholderValue(lists(6), 'x')).toEqual([[[[[[]]]]]]);
  const union: ValueType = { kind: 'union', of: ['null', objects(6)] };
  expect(placeholderValue(union, 'x')).toEqual({ a: { a: { a: { a: { a: {} } } } } });
});
