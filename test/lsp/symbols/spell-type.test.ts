import { expect, test } from 'vitest';
import type { ValueType } from '../../../src/expression/types/value.ts';
import { spellType } from '../../../src/lsp/symbols/spell-type.ts';

const literals = (...values: readonly string[]): ValueType => ({ kind: 'literals', values });
const objectOf = (members: Readonly<Record<string, ValueType>>, isOpen = false): ValueType => ({
  kind: 'object',
  members: new Map(
    Object.entries(members).map(([name, type]) => [name, { type, required: name !== 'maybe' }]),
  ),
  isOpen,
});

test('a type is shown as people write one', () => {
  expect(spellType('any')).toBe('any value');
  expect(spellType(literals('a', 'b'))).toBe('"a" | "b"');
  expect(spellType({ kind: 'union', of: ['string', 'null'] })).toBe('string | null');
  expect(spellType({ kind: 'list', items: objectOf({ ok: 'boolean', maybe: 'string' }) })).toBe(
    'list of { ok: boolean, maybe?: string }',
  );
  expect(spellType(objectOf({ ok: 'boolean' }, true))).toBe('{ ok: boolean, … }');
  expect(spellType(objectOf({}))).toBe('object');
});

test('of types in types three are shown', () => {
  const nested = (depth: number): ValueType => (depth === 0 ? 'string' : objectOf({ a: nested(depth - 1) }));
  expect(spellType(nested(3))).toBe('{ a: { a: { a: string } } }');
  expect(spellType(nested(4))).toBe('{ a: { a: { a: {…} } } }');
  const lists = (depth: number): ValueType =>
    depth === 0 ? 'string' : { kind: 'list', items: lists(depth - 1) };
  expect(spellType(lists(3))).toBe('list of list of list of string');
  expect(spellType(lists(4))).toBe('list of list of list of list of …');
  expect(spellType({ kind: 'union', of: [nested(4), 'null'] })).toBe('{ a: { a: { a: {…} } } } | null');
});

test('of many members twelve are shown', () => {
  const names = Array.from({ length: 13 }, (_, at) => `n${at}`);
  expect(spellType(literals(...names.slice(1)))).not.toContain('…');
  expect(spellType(literals(...names))).toMatch(/"n11" \| …$/);
});
