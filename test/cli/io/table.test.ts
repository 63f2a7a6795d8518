import { expect, test } from 'vitest';
import { formatTable } from '../../../src/cli/io/table.ts';

const ROWS = [
  ['RUN', 'INPUTS'],
  ['a/slip-001', 'story=once upon a time'],
];

test('columns are as wide as their widest cell, and lines have no blanks at their end', () => {
  expect(formatTable(ROWS)).toEqual(['RUN         INPUTS', 'a/slip-001  story=once upon a time']);
  expect(
    formatTable([
      ['a', ''],
      ['bb', 'c'],
    ]),
  ).toEqual(['a', 'bb  c']);
});

test('wide signs count as two columns', () => {
  expect(
    formatTable([
      ['日本', 'x'],
      ['abc', 'y'],
    ]),
  ).toEqual(['日本  x', 'abc   y']);
});

test('the last column is cut to the width, and left out where hardly any of it would fit', () => {
  expect(formatTable(ROWS, 24)).toEqual(['RUN         INPUTS', 'a/slip-001  story=once …']);
  expect(formatTable(ROWS, 18)).toEqual(['RUN         INPUTS', 'a/slip-001']);
  expect(formatTable([['a', '日本日本日本']], 12)).toEqual(['a  日本日本…']);
});
