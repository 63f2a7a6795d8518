import { expect, test } from 'vitest';
import { isPunctuation, isSpace, skip, trimSpace } from '../../src/util/ascii.ts';

const codesOf = (holds: (code: number) => boolean): string =>
  Array.from({ length: 256 }, (_, code) => code)
    .filter((code) => holds(code))
    .map((code) => String.fromCharCode(code))
    .join('');

test('white space and punctuation are those of ASCII', () => {
  expect(codesOf(isSpace)).toBe('\t\n\v\f\r ');
  expect(codesOf(isPunctuation)).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
});

test('what is skipped ends at the first other character, or with the text', () => {
  expect([skip('aab', 0, 'a'), skip('aab', 2, 'a'), skip('aa', 0, 'a'), skip('', 0, 'a')]).toEqual([
    2, 2, 2, 0,
  ]);
  expect(skip('abcd', 1, 'cb')).toBe(3);
});

test('a text loses the white space around it, and no other', () => {
  expect(['', ' \n', ' a b\t', '\u00a0a\u00a0', 'a'].map(trimSpace)).toEqual([
    '',
    '',
    'a b',
    '\u00a0a\u00a0',
    'a',
  ]);
});
