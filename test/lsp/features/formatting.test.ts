import { expect, test } from 'vitest';
import { differenceOf } from '../../../src/lsp/features/formatting.ts';

/** One edit on the first line; `to` may be the beginning of the second. */
const edit = (from: number, to: number | 'next line', newText: string) => {
  const end = to === 'next line' ? { line: 1, character: 0 } : { line: 0, character: to };
  return [{ range: { start: { line: 0, character: from }, end }, newText }];
};

test.each([
  ['same', 'same', []],
  ['abc', 'axc', edit(1, 2, 'x')],
  ['abc', 'abbc', edit(2, 2, 'b')],
  ['abbc', 'abc', edit(2, 3, '')],
  ['', 'a', edit(0, 0, 'a')],
  ['a', '', edit(0, 1, '')],
  ['abc', 'xbc', edit(0, 1, 'x')],
  ['abc', 'abx', edit(2, 3, 'x')],
  // A line break of two signs, and a sign of two units, are changed whole.
  ['a\r\nb', 'a\nb', edit(1, 'next line', '\n')],
  ['a\nb', 'a\r\nb', edit(1, 1, '\r')],
  ['a\r\nb', 'a\rb', edit(1, 'next line', '\r')],
  ['a😀b', 'a😁b', edit(1, 3, '😁')],
  ['a😀b', 'a🨀b', edit(1, 3, '🨀')],
])('of %j and %j the smallest stretch that differs is one edit', (old, text, edits) => {
  expect(differenceOf({ name: 'a.json', text: old }, text)).toEqual(edits);
});
