import { expect, test } from 'vitest';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { objectOf } from '../../../src/expression/types/result-type.ts';
import { TypeBounds } from '../../../src/validate/types/type-bounds.ts';

test('computed numbers are doubles, wherever they stand, and all else is what it is', () => {
  const one = { kind: 'literals', values: [1, 'a'] } as const;
  const type = objectOf([
    ['list', { kind: 'list', items: 'integer' }],
    ['one', one],
    ['text', 'string'],
  ]);
  expect(new TypeBounds().widened(type)).toEqual(
    objectOf([
      ['list', { kind: 'list', items: 'number' }],
      ['one', { kind: 'union', of: [{ kind: 'literals', values: ['a'] }, 'number'] }],
      ['text', 'string'],
    ]),
  );
});

test('a type that is too deep or too large is any value', () => {
  const bounds = new TypeBounds();
  let deep: ValueType = 'string';
  for (let level = 0; level < 32; level += 1) deep = { kind: 'list', items: deep };
  expect(bounds.bounded(deep)).toBe(deep);
  expect(bounds.bounded({ kind: 'list', items: deep })).toBe('any');
  let wide: ValueType = 'string';
  for (let level = 0; level < 20; level += 1) {
    wide = objectOf([
      ['a', wide],
      ['b', wide],
    ]);
  }
  expect([bounds.bounded(wide), bounds.widened(wide)]).toEqual(['any', 'any']);
});

test('what is widened for one map is bounded in all', () => {
  const bounds = new TypeBounds();
  const members = Array.from({ length: 1000 }, (_, index): [string, ValueType] => [`m${index}`, 'integer']);
  const type = objectOf(members);
  const results = Array.from({ length: 600 }, () => bounds.widened(type));
  expect(results[0]).not.toBe('any');
  expect(results.at(-1)).toBe('any');
});
