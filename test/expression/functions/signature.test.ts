import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { signature } from '../../../src/expression/functions/signature.ts';
import type { Value } from '../../../src/model/value.ts';
import { evaluate } from '../../helpers/expressions.ts';

it('a signature is 16 hexadecimal digits, and stays what it is', () => {
  expect(signature({ issues: [{ category: 'security', line: 3 }] })).toBe('ff62060be08bf02c');
  expect(signature(null)).toMatch(/^[0-9a-f]{16}$/);
});

it('the order of members does not count, that of a list does', () => {
  expect(signature({ a: 1, b: { c: 2, d: 3 } })).toBe(signature({ b: { d: 3, c: 2 }, a: 1 }));
  expect(signature([1, 2])).not.toBe(signature([2, 1]));
});

it('whole numbers are the same, whoever declared them', () => {
  const scope = { a: { type: 'integer', value: 3 }, b: { type: 'number', value: 3 } } as const;
  expect(evaluate('signature([a]) == signature([b])', scope)).toBe(true);
});

it.each([
  [['1'], [1]],
  [[null], ['null']],
  [{}, []],
  [['a', 'b'], ['a,b']],
  [{ a: 1 }, [['a', 1]]],
  ['', null],
])('%j and %j are told apart', (a, b) => {
  expect(signature(a)).not.toBe(signature(b));
});

const values = fc.jsonValue().map((value) => value as Value);

it('equal values have equal signatures, and others do not by chance', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      expect(signature(JSON.parse(JSON.stringify(a)) as Value)).toBe(signature(a));
      fc.pre(JSON.stringify(a) !== JSON.stringify(b));
      // The order of members is all that may differ.
      if (typeof a !== 'object' || typeof b !== 'object') expect(signature(a)).not.toBe(signature(b));
    }),
  );
});
