import { expect, test } from 'vitest';
import { usageOf } from '../../../src/agent/claude/usage.ts';

const own = {
  a: { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 4, cacheCreationInputTokens: 8, costUSD: 0.5 },
  b: { inputTokens: 16, outputTokens: 32, costUSD: 0.25 },
};

test('the figures of this process are summed over its models, cache included', () => {
  const result = { model_usage_since_last_result: own, total_cost_usd: 99, usage: { input_tokens: 1 } };
  expect(usageOf(result, true)).toEqual({ costUsd: 0.75, tokens: 63 });
});

test('nothing used is zero', () => {
  expect(usageOf({ model_usage_since_last_result: {} }, false)).toEqual({ costUsd: 0, tokens: 0 });
});

test('an unknown price is never zero', () => {
  const free = { a: own.a, b: { ...own.b, costUSD: 0 } };
  expect(usageOf({ model_usage_since_last_result: free }, false)).toEqual({ costUsd: undefined, tokens: 63 });
  const silent = { a: { inputTokens: 1 } };
  expect(usageOf({ model_usage_since_last_result: silent }, false)).toEqual({
    costUsd: undefined,
    tokens: 1,
  });
});

test('the total stands in for a new session, never for a continued one', () => {
  const result = {
    total_cost_usd: 0.5,
    usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 4 },
  };
  expect(usageOf(result, false)).toEqual({ costUsd: 0.5, tokens: 7 });
  expect(usageOf(result, true)).toEqual({ costUsd: undefined, tokens: 7 });
});

test('figures that are none are no figures', () => {
  const nonsense = { total_cost_usd: '1', usage: { input_tokens: -1 } };
  expect(usageOf(nonsense, false)).toEqual({ costUsd: undefined, tokens: undefined });
  expect(usageOf({ model_usage_since_last_result: { a: null } }, false)).toEqual({
    costUsd: undefined,
    tokens: undefined,
  });
  expect(usageOf(undefined, false)).toEqual({ costUsd: undefined, tokens: undefined });
});
