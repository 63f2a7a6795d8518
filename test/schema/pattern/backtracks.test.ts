import { describe, expect, test } from 'vitest';
import { backtracks } from '../../../src/schema/pattern/backtracks.ts';

describe('a pattern that other engines take long for is known', () => {
  test.each([
    'a*a*a*b',
    '^.*a.*b.*c.*d$',
    '(a+)+$',
    '(a|a)*b',
    '(.*)*x',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(\\w+\\s?)*$',
    '(x+x+)+y',
    '(?=(a+)+b)',
    '(a)\\1',
    '(',
    'a{1,40}a{1,40}a{1,40}b',
    '(-a*)*(-a*)*(-a*)*b',
    '(a?){30}a',
  ])('%s', (pattern) => {
    expect(backtracks(pattern)).toBe(true);
  });
});

describe('the usual ones are not among them', () => {
  test.each([
    '^[a-z]+(-[a-z]+)*$',
    '^\\d+\\.\\d+\\.\\d+$',
    '^[^@]+@[^@]+\\.[^@]+$',
    '^ST-\\d{3,}$',
    '^(?!.*--).+$',
    '^(/[^/]+)*$',
    '^(?:\\d{4})-(?:0[1-9]|1[0-2])$',
    '^("[^"]*",)*$',
    '^[A-Za-z][\\w-]{0,99}$',
    '^(ab)+$',
    '',
  ])('%s', (pattern) => {
    expect(backtracks(pattern)).toBe(false);
  });
});
