import { expect, it } from 'vitest';
import { headAndTail } from '../../../../src/framework/map/functions/head-and-tail.ts';
import type { Value } from '../../../../src/model/value.ts';

const LINES = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n');

it.each<readonly [string, Value, Value, string]>([
  ['a short text is whole', 'a\nb\n', 2, 'a\nb'],
  ['more is left out, and told', LINES, 3, 'line 1\n(7 more lines were left out.)\nline 9\nline 10'],
  [
    'the end has two thirds',
    LINES,
    6,
    `line 1\nline 2\n(4 more lines were left out.)\n${LINES.split('\n').slice(6).join('\n')}`,
  ],
  [
    'one line less than all is told, too',
    LINES,
    9.5,
    LINES.replace('line 4', '(1 more lines were left out.)'),
  ],
  ['a long line is cut', 'x'.repeat(600), 2, `${'x'.repeat(500)}…`],
  ['what is no text is empty', null, 3, ''],
  ['no number of lines gives none', LINES, null, ''],
  ['of one line there is no head and tail', LINES, 1, ''],
])('%s', (_, text, count, expected) => {
  expect(headAndTail(text, count)).toBe(expected);
});
