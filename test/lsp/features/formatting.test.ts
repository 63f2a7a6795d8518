import { expect, test } from 'vitest';
import { differenceOf } from '../../../src/lsp/features/formatting.ts';

const at = (line: number, from: number, to: number, newText: string, endLine = line) => [
  { range: { start: { line, character: from }, end: { line: endLine, character: to } }, newText },
];

test.each([
  ['same', 'same', []],
  ['abc', 'axc', at(0, 1, 2, 'x')],
  ['abc', 'abbc', at(0, 2, 2, 'b')],
  ['abbc', 'abc', at(0, 2, 3, '')],
  ['', 'a', at(0, 0, 0, 'a')],
  ['a', '', at(0, 0, 1, '')],
  ['abc', 'xbc', at(0, 0, 1, 'x')],
  ['abc', 'abx', at(0, 2, 3, 'x')],
  ['a\nb\nc', 'a\nx\nc', at(1, 0, 1, 'x')],
  // A line break of two signs, and a sign of two units, are changed whole.
  ['a\r\nb', 'a\nb', at(0, 1, 0, '\n', 1)],
  ['a\nb', 'a\r\nb', at(0, 1, 1, '\r')],
  ['a\r\nb', 'a\rb', at(0, 1, 0, '\r', 1)],
  ['a😀b', 'a😁b', at(0, 1, 3, '😁')],
  ['a😀b', 'a🨀b', at(0, 1, 3, '🨀')],
])('of %j and %j the smallest stretch that differs is one edit', (old, text, edits) => {
  expect(differenceOf({ name: 'a.json', text: old }, text)).toEqual(edits);
});
