import { expect, test } from 'vitest';
import { placeText } from '../../src/findings/finding.ts';
import { readPlace } from '../../src/findings/read-place.ts';

test.each([
  ['src/a.ts', { file: 'src/a.ts' }],
  ['./src/a.ts:3', { file: 'src/a.ts', line: 3 }],
  ['src/a.ts:3:7', { file: 'src/a.ts', line: 3 }],
  ['src/a.ts:3-8', { file: 'src/a.ts', line: 3, endLine: 8 }],
  ['src/a.ts:8-3', { file: 'src/a.ts', line: 8 }],
  [String.raw`src\a.ts:3`, { file: 'src/a.ts', line: 3 }],
  ['src/a.ts:0', { file: 'src/a.ts' }],
])('%s is a place', (text, place) => {
  expect(readPlace(text)).toEqual(place);
});

test.each([
  '',
  ':3',
  '/etc/passwd:1',
  '../x.ts',
  'a/../../x',
  '~/x',
  'C:/x.ts',
  'the whole change',
  'a\u0000b',
])('%j is none within the project', (text) => {
  expect(readPlace(text)).toBeUndefined();
});

test('a place reads as people write it', () => {
  expect([undefined, { file: 'a' }, { file: 'a', line: 2, endLine: 4 }].map(placeText)).toEqual([
    '',
    'a',
    'a:2',
  ]);
});
