import { describe, expect, test } from 'vitest';
import { isLimitText, limitOf } from '../../../src/agent/claude/subscription-limit.ts';

describe('a limit of the subscription in words', () => {
  test.each([
    'Claude AI usage limit reached|1790000000',
    'Claude Code usage limit reached|1790000000000',
    'You have reached your weekly limit',
    "you've hit your Opus 4 weekly limit · resets Mon",
    'Claude usage limit reached. Your limit resets at 3pm.',
    'Your session limit reached',
    '24-hour limit reached',
  ])('is %j', (result) => {
    expect(limitOf({ result }, undefined)).toBeDefined();
  });

  test.each([
    'The limit is near',
    'He said: Claude AI usage limit reached|1790000000',
    'Claude AI usage limit reached|1790000000 or so',
    'Claude AI usage limit reached|12345678',
    'Claude AI usage limit reached|12345678901234',
    "Now that you've hit your weekly limit",
    'The weekly limit reached',
    'The weekly limit was reached',
    'Weekly limit reachedness',
    `You've hit your ${'very '.repeat(9)}weekly limit`,
    `You've hit your${' '.repeat(200)}weekly limit`,
    '',
  ])('is not %j', (result) => {
    expect(limitOf({ result }, undefined)).toBeUndefined();
    expect(isLimitText(result)).toBe(false);
  });

  test('that is taken for an answer is the old form alone', () => {
    expect(isLimitText('Claude AI usage limit reached|1790000000')).toBe(true);
    expect(isLimitText('Weekly limit reached')).toBe(false);
  });
});

describe('the end of a limit', () => {
  const endOf = (resetsAt: unknown) => limitOf({ api_error_status: 429 }, { resetsAt })?.resetsAt;

  test.each([
    [1, '1970-01-01T00:00:01.000Z'],
    [0.5, '1970-01-01T00:00:00.500Z'],
    [99_999_999_999, '5138-11-16T09:46:39.000Z'],
    [100_000_000_000, '1973-03-03T09:46:40.000Z'],
    [Date.UTC(9999, 11, 31), '9999-12-31T00:00:00.000Z'],
    [Date.UTC(9999, 11, 31) + 1, undefined],
    [0, undefined],
    [-1, undefined],
    ['1790000000', '2026-09-21T14:13:20.000Z'],
    ['1790000000 s', undefined],
    ['in 5', undefined],
    ['1e5', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['2026-09-21', '2026-09-21T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59Z', undefined],
    ['on 2026-09-21', undefined],
    ['Sep 21 2026', undefined],
    [null, undefined],
  ])('told as %j is %j', (reported, end) => {
    expect(endOf(reported)).toBe(end);
  });

  test('is told by the old form itself, in seconds or milliseconds', () => {
    const endOfOld = (time: string) =>
      limitOf({ result: `Claude AI usage limit reached|${time}` }, undefined);
    expect(endOfOld('1790000000')).toEqual({ resetsAt: '2026-09-21T14:13:20.000Z' });
    expect(endOfOld('1790000000000')).toEqual({ resetsAt: '2026-09-21T14:13:20.000Z' });
  });

  test('is what the stream said, else what the result says', () => {
    const result = { api_error: 'usage_limit_reached', rate_limit_info: { resetsAt: 2 } };
    expect(limitOf(result, { resetsAt: 1 })?.resetsAt).toBe('1970-01-01T00:00:01.000Z');
    expect(limitOf(result, {})?.resetsAt).toBe('1970-01-01T00:00:02.000Z');
    expect(limitOf(result, undefined)?.resetsAt).toBe('1970-01-01T00:00:02.000Z');
  });
});

describe('a result', () => {
  const named = { api_error: 'usage_limit_reached' };

  test.each<[string, object, object | undefined, boolean]>([
    ['that names the limit', named, undefined, true],
    ['that names it with the status of a limit', { ...named, api_error_status: 429 }, undefined, true],
    ['that names it with another status', { ...named, api_error_status: 500 }, undefined, false],
    ['with the status of a limit, after a refusal', { api_error_status: 429 }, {}, true],
    ['with the status of a limit alone', { api_error_status: 429 }, undefined, false],
    ['with another status, after a refusal', { api_error_status: 500 }, {}, false],
    ['without a status, after a refusal', {}, {}, false],
    ['that names another error', { api_error: 'overloaded' }, undefined, false],
  ])('%s is a limit: %j, %j → %j', (_title, result, refused, isLimit) => {
    expect(limitOf({ ...result }, refused && { ...refused }) !== undefined).toBe(isLimit);
  });
});
