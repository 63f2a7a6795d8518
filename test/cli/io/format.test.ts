import { expect, test } from 'vitest';
import { cutText } from '../../../src/cli/io/cut-text.ts';
import {
  formatCommand,
  formatCost,
  formatCount,
  formatDuration,
  toOneLine,
} from '../../../src/cli/io/format.ts';
import { jsonText } from '../../../src/cli/io/json-text.ts';
import { lineDifference } from '../../../src/util/line-difference.ts';

test.each([
  [0, '0 ms'],
  [340.4, '340 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [12_345, '12.3 s'],
  [59_900, '59.9 s'],
  [60_000, '1m 00s'],
  [192_400, '3m 12s'],
  [3_599_000, '59m 59s'],
  [3_599_600, '1h 00m'],
  [3_600_000, '1h 00m'],
  [3_900_000, '1h 05m'],
  [36_059_000, '10h 00m'],
  [36_060_000, '10h 01m'],
])('%d ms are told as %j', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '$0.00'],
  [0.004, '<$0.01'],
  [0.005, '$0.01'],
  [1.5, '$1.50'],
  [12_345.678, '$12345.68'],
])('%d dollars are told as %j', (usd, text) => {
  expect(formatCost(usd)).toBe(text);
});

test('a count has the ending of its noun', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
  expect([0, 1, 2].map((count) => formatCount(count, 'process'))).toEqual([
    '0 processes',
    '1 process',
    '2 processes',
  ]);
});

test.each([
  [' a\n\tb  c ', 200, 'a b c'],
  ['a\u0000b\u001Bc\u007Fd\u0085e\u009Ff', 200, 'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf'],
  ['\u061C\u200E\u200F\u202A\u202E\u2066\u2069', 200, '\uFFFD'.repeat(7)],
  ['abcde', 5, 'abcde'],
  ['abcdef', 5, 'abcd…'],
  ['ab😀cd', 4, 'ab\uFFFD…'],
  [`${' '.repeat(30)}x`, 5, ''],
])('%j in %d units is %j', (text, max, line) => {
  expect(toOneLine(text, max)).toBe(line);
});

test('a line has 200 units unless it is said otherwise', () => {
  expect(toOneLine('x'.repeat(200))).toBe('x'.repeat(200));
  expect(toOneLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
});

test('a command line can be pasted into a shell', () => {
  const plain = ['wfmap', 'a_b', '--x=1', 'A@b', '50%', 'a+b', 'a:b', 'a,b', 'a.b', './a/b-c'];
  expect(formatCommand(plain)).toBe(plain.join(' '));
  expect(formatCommand(['', 'a b', "it's", '$x', 'ü'])).toBe(String.raw`'' 'a b' 'it'\''s' '$x' 'ü'`);
});

test.each([
  ['', 0, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['abcd', 1, '…'],
  ['abcd', 0, ''],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['日本語', 2, '…'],
])('%j cut to %d columns is %j', (text, width, cut) => {
  expect(cutText(text, width)).toBe(cut);
});

test('JSON for a terminal obeys nothing in it, and reads as the same value', () => {
  const signs = '\u007F\u0080\u009F\u061C\u200E\u200F\u2028\u202E\u2066\u2069\uFEFF';
  const plain = '~\u00A0\u200D\u2027\u202F\u2065\u206A';
  const text = jsonText({ a: signs + plain });
  expect(text).toBe(
    `{"a":"\\u007f\\u0080\\u009f\\u061c\\u200e\\u200f\\u2028\\u202e\\u2066\\u2069\\ufeff${plain}"}`,
  );
  expect(JSON.parse(text)).toEqual({ a: signs + plain });
  expect(jsonText({ a: [1] }, 'indented')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(jsonText({ a: [1] }, 'line')).toBe('{"a":[1]}');
});

test.each([
  ['a\nb\nc\n', 'a\nx\nc\n', '@@ line 2 @@\n-b\n+x\n'],
  ['a\nb', 'a\nb\nc', '@@ line 3 @@\n+c\n'],
  ['a\nb\nc', 'b\nc', '@@ line 1 @@\n-a\n'],
  ['a\na\na', 'a\na', '@@ line 3 @@\n-a\n'],
  ['a\na', 'a\na\na', '@@ line 3 @@\n+a\n'],
  ['x', 'y', '@@ line 1 @@\n-x\n+y\n'],
  ['a', 'a', '@@ line 2 @@\n'],
])('%j and %j differ by %j', (old, text, difference) => {
  expect(lineDifference(old, text)).toBe(difference);
});

test('of a long difference its first lines are shown, and how many more there are', () => {
  const lines = (count: number, sign: string): string => Array.from({ length: count }, () => sign).join('\n');
  const shown = lineDifference(lines(40, 'a'), lines(43, 'b')).split('\n');
  expect(shown.length).toBe(1 + 40 + 40 + 1 + 1);
  expect(shown.slice(39, 43)).toEqual(['-a', '-a', '+b', '+b']);
  expect(shown.slice(-3)).toEqual(['+b', '+ … 3 more lines', '']);
});
