import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scalar, ScalarType } from '../../../src/model/field.ts';
import { coerce, describeMismatch } from '../../../src/prompt/values/coerce.ts';

describe('coerce', () => {
  it.each<readonly [string, ScalarType, Scalar | undefined]>([
    ['007', 'string', '007'],
    ['', 'string', ''],
    [' a ', 'string', ' a '],
    ['42', 'number', 42],
    [' -1.5 ', 'number', -1.5],
    ['+3', 'number', 3],
    ['.5', 'number', 0.5],
    ['5.', 'number', 5],
    ['1e3', 'number', 1000],
    ['-0', 'number', 0],
    ['', 'number', undefined],
    ['  ', 'number', undefined],
    ['12abc', 'number', undefined],
    ['0x', 'number', undefined],
    ['0x1f', 'number', undefined],
    ['1_000', 'number', undefined],
    ['1e999', 'number', undefined],
    ['Infinity', 'number', undefined],
    ['NaN', 'number', undefined],
    ['true', 'number', undefined],
    ['true', 'boolean', true],
    ['TRUE', 'boolean', true],
    ['False', 'boolean', false],
    ['1', 'boolean', true],
    ['0', 'boolean', false],
    [' true ', 'boolean', true],
    ['yes', 'boolean', undefined],
    ['', 'boolean', undefined],
    ['2', 'boolean', undefined],
  ])('%j as %s is %j', (text, type, expected) => {
    expect(coerce(text, type)).toStrictEqual(expected);
  });

  it('reads back what it would write', () => {
    const finite = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Object.is(value, -0));
    fc.assert(
      fc.property(finite, (value) => {
        expect(coerce(String(value), 'number')).toBe(value);
      }),
    );
    expect([true, false].map((value) => coerce(String(value), 'boolean'))).toEqual([true, false]);
  });

  it('a mismatch names the value, the name and what is wanted', () => {
    expect(describeMismatch('count', '12abc', 'number')).toBe(
      'The value "12abc" of "count" is not a decimal number such as 42 or -1.5.',
    );
    expect(describeMismatch('tdd', 'x'.repeat(100), 'boolean')).toMatch(
      /^The value "x{59}…" of "tdd" is not true or false/,
    );
  });
});
