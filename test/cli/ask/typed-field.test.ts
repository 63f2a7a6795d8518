import { expect, test } from 'vitest';
import { promptOfField, readTypedField } from '../../../src/cli/ask/typed-field.ts';
import type { Field } from '../../../src/model/field.ts';
import { field } from '../human/terminal.ts';

const NUMBER = field('n', { type: 'number' });
const LEVEL = field('level', { enum: ['low', 'high', '2'] });
const COUNT = field('count', { type: 'number', enum: [10, 1] });
const BIG = field('big', { type: 'array', schema: { kind: 'inline', schema: { maxItems: 1 } } });

test.each<readonly [Field, string, unknown]>([
  [field('s'), ' as it is ', { kind: 'value', value: ' as it is ' }],
  [field('s'), ' ', { kind: 'mismatch', message: '"s" is needed.' }],
  [field('s', { required: false }), '', { kind: 'left' }],
  [field('s', { default: '' }), '', { kind: 'value', value: '' }],
  [NUMBER, ' 7 ', { kind: 'value', value: 7 }],
  [
    NUMBER,
    'x',
    { kind: 'mismatch', message: 'The value "x" of "n" is not a decimal number such as 42 or -1.5.' },
  ],
  [field('b', { type: 'boolean' }), ' YES ', { kind: 'value', value: true }],
  [field('b', { type: 'boolean' }), 'y', { kind: 'value', value: true }],
  [field('b', { type: 'boolean' }), 'No', { kind: 'value', value: false }],
  [field('b', { type: 'boolean' }), 'n', { kind: 'value', value: false }],
  [field('b', { type: 'boolean' }), 'false', { kind: 'value', value: false }],
  [field('s'), 'yes', { kind: 'value', value: 'yes' }],
  [LEVEL, 'high', { kind: 'value', value: 'high' }],
  [LEVEL, ' #1 ', { kind: 'value', value: 'low' }],
  [LEVEL, '2', { kind: 'value', value: '2' }],
  [LEVEL, '3', { kind: 'value', value: '2' }],
  [LEVEL, 'x1', { kind: 'mismatch', message: 'The value "x1" of "level" is not one of "low", "high", "2".' }],
  [LEVEL, '1x', { kind: 'mismatch', message: 'The value "1x" of "level" is not one of "low", "high", "2".' }],
  [LEVEL, '4', { kind: 'mismatch', message: 'The value "4" of "level" is not one of "low", "high", "2".' }],
  [COUNT, '1', { kind: 'value', value: 1 }],
  [COUNT, '2', { kind: 'value', value: 1 }],
  [COUNT, '#1', { kind: 'value', value: 10 }],
  [BIG, '[1]', { kind: 'value', value: [1] }],
  [BIG, '[1, 2]', { kind: 'mismatch', message: expect.stringContaining('at most 1') }],
  [BIG, 'x', { kind: 'mismatch', message: 'The value "x" of "big" is not a JSON list such as ["a", "b"].' }],
])('of %j, %j is %j', (asked, line, typed) => {
  expect(readTypedField(asked, line)).toEqual(typed);
});

test('a schema in a file is that of the map that asks', () => {
  const asked = field('list', { type: 'array', schema: { kind: 'file', path: 's.json' } });
  expect(readTypedField(asked, '[1, 2]')).toEqual({ kind: 'value', value: [1, 2] });
  expect(readTypedField(asked, '[1, 2]', () => ({ maxItems: 1 }))).toMatchObject({ kind: 'mismatch' });
});

test.each<readonly [Partial<Field>, string]>([
  [{}, 'x: '],
  [{ required: false }, 'x (optional): '],
  [{ default: '' }, 'x (Enter for none): '],
  [{ default: 'so' }, 'x (default "so"): '],
  [{ default: 'so', required: false }, 'x (default "so"): '],
  [{ type: 'number' }, 'x (number): '],
  [{ type: 'boolean', required: false }, 'x (y/n, optional): '],
  [{ type: 'array' }, 'x (JSON list): '],
  [{ type: 'object', default: { a: 1 } }, 'x (JSON object, default {"a":1}): '],
  [{ type: 'number', enum: [1, 2, 3] }, 'x (1-3): '],
])('a field that is %j is asked for by %j', (more, prompt) => {
  expect(promptOfField(field('x', more))).toBe(prompt);
});
