import { describe, expect, test } from 'vitest';
import { describeType } from '../../../src/expression/types/describe-type.ts';
import { literalsOf, unionOf } from '../../../src/expression/types/union-of.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import type { FieldType } from '../../../src/model/field.ts';
import type { Value } from '../../../src/model/value.ts';
import { mismatchOf } from '../../../src/validate/blocks/mismatch.ts';
import { problemOf } from '../../../src/validate/types/wanted.ts';

const LIST: ValueType = { kind: 'list', items: 'any' };
const OBJECT: ValueType = { kind: 'object', members: new Map(), isOpen: true };

describe('a type fits what is declared, or is told as the end of a sentence', () => {
  test.each<[ValueType, FieldType, readonly Value[] | undefined, string | undefined]>([
    ['any', 'array', undefined, undefined],
    ['null', 'number', undefined, undefined],
    ['string', 'object', undefined, undefined],
    ['integer', 'number', undefined, undefined],
    ['integer', 'string', undefined, 'is a number, and a text is declared'],
    ['number', 'boolean', undefined, 'is a number, and true or false is declared'],
    ['boolean', 'number', undefined, 'is true or false, and a number is declared'],
    ['boolean', 'boolean', undefined, undefined],
    [LIST, 'array', undefined, undefined],
    [LIST, 'object', undefined, 'is a list, and an object is declared'],
    [OBJECT, 'object', undefined, undefined],
    [OBJECT, 'array', undefined, 'is an object, and a list is declared'],
    [unionOf([LIST, OBJECT]), 'array', undefined, undefined],
    [unionOf([LIST, 'number']), 'string', undefined, 'is a list or a number, and a text is declared'],
    [literalsOf(['12']), 'number', undefined, undefined],
    [literalsOf(['x']), 'number', undefined, 'is a text, and a number is declared'],
    [literalsOf([1]), 'number', undefined, undefined],
    [literalsOf([1]), 'string', undefined, 'is a number, and a text is declared'],
    [literalsOf(['a', 'b']), 'string', ['b', 'c'], undefined],
    [literalsOf(['a', 'b']), 'string', ['c', 'd'], 'is "a" or "b", and only "c", "d" are declared'],
    [literalsOf(['1']), 'number', [1, 2], undefined],
    [literalsOf(['3']), 'number', [1, 2], 'is "3", and only 1, 2 are declared'],
    [unionOf([literalsOf(['a']), 'null']), 'string', ['c'], undefined],
    [unionOf([literalsOf(['a']), 'number']), 'string', ['c'], undefined],
    ['string', 'string', ['c'], undefined],
  ])('%j as %s of %j', (type, wanted, allowed, problem) => {
    expect(mismatchOf(type, { type: wanted, enum: allowed })).toBe(problem);
  });
});

describe('an expression gives what is wanted where it stands, or is told', () => {
  const field = 'items';
  test.each<[Parameters<typeof problemOf>[0], ValueType, string | undefined]>([
    [{ kind: 'condition' }, 'boolean', undefined],
    [{ kind: 'condition' }, 'null', undefined],
    [{ kind: 'condition' }, 'any', undefined],
    [{ kind: 'condition' }, literalsOf([true, 'x']), undefined],
    [{ kind: 'condition' }, unionOf(['string', 'boolean']), undefined],
    [{ kind: 'condition' }, 'string', 'a condition is true or false, and this is a text'],
    [{ kind: 'condition' }, literalsOf(['x', 1]), 'a condition is true or false, and this is a text'],
    [{ kind: 'condition' }, LIST, 'a condition is true or false, and this is a list'],
    [{ kind: 'key' }, 'string', undefined],
    [{ kind: 'key' }, 'number', undefined],
    [{ kind: 'key' }, 'integer', undefined],
    [{ kind: 'key' }, literalsOf(['x']), undefined],
    [{ kind: 'key' }, literalsOf([1]), undefined],
    [{ kind: 'key' }, literalsOf([true]), 'a key is a text or a number, and this is true or false'],
    [{ kind: 'key' }, 'null', 'a key is a text or a number, and this is null'],
    [{ kind: 'key' }, OBJECT, 'a key is a text or a number, and this is an object'],
    [{ kind: 'list', field }, LIST, undefined],
    [{ kind: 'list', field }, 'null', undefined],
    [{ kind: 'list', field }, 'any', undefined],
    [{ kind: 'list', field }, OBJECT, '"items" is a list, and this is an object'],
    [{ kind: 'list', field }, { kind: 'list', items: 'boolean' }, undefined],
    [{ kind: 'keys', field }, 'string', '"items" is a list, and this is a text'],
    [{ kind: 'keys', field }, { kind: 'list', items: 'string' }, undefined],
    [{ kind: 'keys', field }, { kind: 'list', items: 'any' }, undefined],
    [
      { kind: 'keys', field },
      { kind: 'list', items: 'boolean' },
      '"items" lists texts or numbers, and here each entry is true or false',
    ],
  ])('%j of %j', (wanted, type, problem) => {
    expect(problemOf(wanted, type)).toBe(problem);
  });
});

test('a type is told in words, and one of many kinds is just a value', () => {
  const types: readonly ValueType[] = ['string', 'number', 'integer', 'boolean', 'null', 'any', LIST, OBJECT];
  expect(types.map(describeType)).toEqual([
    'a text',
    'a number',
    'a number',
    'true or false',
    'null',
    'a value',
    'a list',
    'an object',
  ]);
  expect([['x'], [1], [false], ['x', 1]].map((values) => describeType(literalsOf(values)))).toEqual([
    'a text',
    'a number',
    'true or false',
    'a text',
  ]);
  expect(describeType(unionOf(['string', LIST, 'null']))).toBe('a text or a list or null');
  expect(describeType(unionOf(['string', LIST, OBJECT, 'null']))).toBe('a value');
});
