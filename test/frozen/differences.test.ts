import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDifferences, valueDifferences } from './differences.ts';

const LINES = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('the differences of two texts make one of the other', () => {
  fc.assert(
    fc.property(LINES, LINES, (before, after) => {
      const lines = before.split('\n');
      for (const { at, before: gone, after: come } of lineDifferences(before, after).toReversed()) {
        const [from, were] = [Number(at.slice('line '.length)) - 1, listOf(gone)];
        expect(lines.splice(from, were.length, ...listOf(come))).toEqual(were);
      }
      expect(lines.join('\n')).toBe(after);
    }),
  );
});

function listOf(lines: unknown): string[] {
  return Array.isArray(lines) ? lines : [];
}

const NAMED = fc.uniqueArray(fc.record({ name: fc.constantFrom('x', 'y', 'z'), value: fc.integer() }), {
  selector: ({ name }) => name,
});
const VALUE = fc.oneof(fc.jsonValue({ maxDepth: 3 }), NAMED, fc.record({ a: NAMED, b: fc.nat(2) }));

test('two values have no difference only where their JSON is the same', () => {
  fc.assert(
    fc.property(VALUE, VALUE, (before, after) => {
      expect(valueDifferences(before, before)).toEqual([]);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      expect(valueDifferences(before, after).length === 0).toBe(isSame);
    }),
  );
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, [{ at: '#order', before: ['a', 'b'], after: ['b', 'a'] }]],
  [{ a: { 'b/c': 1 } }, { a: { 'b/c': 2 } }, [{ at: '/a/b~1c', before: 1, after: 2 }]],
  [{ a: [1, 2] }, { a: [1] }, [{ at: '/a', before: [1, 2], after: [1] }]],
  [[{ name: 'x' }], [{ name: 'y' }, { name: 'x' }], [{ at: '/y', after: { name: 'y' } }]],
  [{ a: {} }, { a: [] }, [{ at: '/a', before: {}, after: [] }]],
  [{ x: { name: 'x' } }, [{ name: 'x' }], [{ at: '', before: { x: { name: 'x' } }, after: [{ name: 'x' }] }]],
  [
    [{ name: '2' }, { name: '1' }],
    [{ name: '1' }, { name: '2' }],
    [{ at: '', before: [{ name: '2' }, { name: '1' }], after: [{ name: '1' }, { name: '2' }] }],
  ],
])('%j and %j differ at their places', (before, after, differences) => {
  expect(valueDifferences(before, after)).toEqual(differences);
});
