import { describe, expect, test } from 'vitest';
import type { Value } from '../../../src/model/value.ts';
import { describeChoice, isAllowed, listOf } from '../../../src/prompt/values/allowed-value.ts';
import { describeMismatch, shownValue, typeOfValue } from '../../../src/prompt/values/coerce.ts';
import { parseJsonText } from '../../../src/prompt/values/json-text.ts';
import { isSameValue } from '../../../src/prompt/values/same-value.ts';
import { valueText } from '../../../src/prompt/values/value-text.ts';
import { writtenValue } from '../../../src/prompt/values/written-value.ts';
import { readYaml } from '../../../src/prompt/values/yaml-entries.ts';

function nested(depth: number): Value {
  let value: Value = 1;
  for (let count = 0; count < depth; count += 1) value = [value];
  return value;
}

describe('two values are the same JSON', () => {
  test.each<[Value, Value]>([
    [1, 1],
    [null, null],
    ['a', 'a'],
    [
      [1, { a: [2] }],
      [1, { a: [2] }],
    ],
    [
      { a: 1, b: null },
      { b: null, a: 1 },
    ],
    [[], []],
    [{}, {}],
  ])('%j and %j', (one, other) => {
    expect(isSameValue(one, other)).toBe(true);
  });
});

describe('two values are not the same', () => {
  test.each<[Value, Value]>([
    [1, '1'],
    [null, {}],
    [{}, null],
    [1, {}],
    [{}, 1],
    [[], {}],
    [{ '0': 1 }, [1]],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: null }, { b: null }],
  ])('%j and %j', (one, other) => {
    expect(isSameValue(one, other)).toBe(false);
    expect(isSameValue(other, one)).toBe(false);
  });
});

test('a value is allowed where it is one of those listed, or nothing is listed', () => {
  expect(isAllowed('x', undefined)).toBe(true);
  expect(isAllowed('x', [])).toBe(false);
  expect(isAllowed({ a: [1] }, ['x', { a: [1] }])).toBe(true);
  expect(isAllowed('y', ['x', { a: [1] }])).toBe(false);
});

test('what is allowed is listed up to twenty values', () => {
  const values = Array.from({ length: 22 }, (_, at) => at);
  expect(listOf(values.slice(0, 3))).toBe('0, 1, 2');
  expect(listOf(values.slice(0, 20))).toMatch(/, 18, 19$/);
  expect(listOf(values.slice(0, 21))).toMatch(/, 19 and 1 more$/);
  expect(listOf(values)).toMatch(/, 19 and 2 more$/);
  expect(describeChoice('kind', 'x', ['a', 1])).toBe('The value "x" of "kind" is not one of "a", 1.');
  expect(describeChoice('kind', 'x')).toBe('The value "x" of "kind" is not one of .');
});

test('a value that is not of its type is told what is wanted', () => {
  expect(
    (['string', 'number', 'boolean', 'array', 'object'] as const).map((type) =>
      describeMismatch('x', null, type),
    ),
  ).toEqual([
    'The value null of "x" is not text.',
    'The value null of "x" is not a decimal number such as 42 or -1.5.',
    'The value null of "x" is not true or false (1 and 0 count too).',
    'The value null of "x" is not a JSON list such as ["a", "b"].',
    'The value null of "x" is not a JSON object such as {"a": 1}.',
  ]);
});

test('a value is shown as JSON of sixty characters', () => {
  expect(shownValue('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(shownValue('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`);
  expect(shownValue(['x'.repeat(56)])).toBe(`["${'x'.repeat(56)}"]`);
  expect(shownValue(['x'.repeat(57)])).toBe(`["${'x'.repeat(57)}…`);
});

test('the type of a value is that which can be declared', () => {
  expect([null, [], {}, 'x', 1, true].map(typeOfValue)).toEqual([
    undefined,
    'array',
    'object',
    'string',
    'number',
    'boolean',
  ]);
});

test('a value stands in a prompt as text, and as JSON where it has parts', () => {
  expect([null, undefined, 'x', 1, false, [1, 'a'], { a: null }].map(valueText)).toEqual([
    '',
    '',
    'x',
    '1',
    'false',
    '[1,"a"]',
    '{"a":null}',
  ]);
});

test('JSON is read where a journal can keep it', () => {
  const read = [
    '1',
    '"a"',
    'null',
    '[1, {"a": true}]',
    '',
    '{',
    'undefined',
    '1e999',
    '[1, [-1e999]]',
    '{"a": 1e999}',
  ];
  expect(read.map(parseJsonText)).toEqual([
    1,
    'a',
    null,
    [1, { a: true }],
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(parseJsonText('-0')).toBe(0);
  expect(parseJsonText('[-0, "-0", -0.5]')).toStrictEqual([0, '-0', -0.5]);
  expect(parseJsonText(JSON.stringify(nested(100)))).toEqual(nested(100));
  expect(parseJsonText(JSON.stringify(nested(101)))).toBeUndefined();
  const longest = 4 * 1024 * 1024;
  expect(parseJsonText(`"${'x'.repeat(longest - 2)}"`)).toHaveLength(longest - 2);
  expect(parseJsonText(`"${'x'.repeat(longest - 1)}"`)).toBeUndefined();
});

/** What is written behind the first key of a front matter. */
function written(yaml: string): Value | undefined {
  const text = `a: ${yaml}\n`;
  const entries = readYaml({ source: { name: 'a.md', text }, start: 0, end: text.length });
  if ('problem' in entries) throw new Error(entries.problem);
  const [entry] = entries;
  return entry && writtenValue(entry);
}

describe('a value of YAML is that of its core schema', () => {
  test.each<[string, Value | undefined]>([
    ['', null],
    ['null', null],
    ['~', null],
    ['true', true],
    ['TRUE', true],
    ['False', false],
    ['tRUE', 'tRUE'],
    ['yes', 'yes'],
    ['12', 12],
    ['+1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['-0', 0],
    ['1e3', 1000],
    ['1e999', undefined],
    ['0o17', 15],
    ['0o18', '0o18'],
    ['0x1F', 31],
    ['0x1G', '0x1G'],
    ['.inf', undefined],
    ['-.INF', undefined],
    ['+.Inf', undefined],
    ['.nan', undefined],
    ['.NaN', undefined],
    ['x.nan', 'x.nan'],
    ['.infinite', '.infinite'],
    ['true story', 'true story'],
    ['x12', 'x12'],
    ['12x', '12x'],
    ['"12"', '12'],
    ["'true'", 'true'],
    ['!!str 12', '12'],
    ['[1, a, [true]]', [1, 'a', [true]]],
    ['[1, .inf]', undefined],
    ['{b: 1, c: {d: x}}', { b: 1, c: { d: 'x' } }],
    ['{b: 1, b: 2}', undefined],
    ['{"": 1}', undefined],
    ['{[x]: 1}', undefined],
    ['{b: .nan}', undefined],
    ['{__proto__: 1}', JSON.parse('{"__proto__": 1}') as Value],
    ['&x [*x]', undefined],
    ['['.repeat(100) + ']'.repeat(100), nestedEmpty(100)],
    ['['.repeat(102) + ']'.repeat(102), undefined],
  ])('%s', (yaml, expected) => {
    expect(written(yaml)).toStrictEqual(expected);
  });
});

function nestedEmpty(depth: number): Value {
  let value: Value = [];
  for (let count = 1; count < depth; count += 1) value = [value];
  return value;
}
