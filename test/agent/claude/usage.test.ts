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

test('what cost nothing and used nothing has a price, what used one token has none', () => {
  const costOf = (model: object) => usageOf({ model_usage_since_last_result: { model } }, false).costUsd;
  expect(costOf({ costUSD: 0 })).toBe(0);
  expect(costOf({ costUSD: 0, inputTokens: 0 })).toBe(0);
  expect(costOf({ costUSD: 0, inputTokens: 1 })).toBeUndefined();
  expect(costOf({ costUSD: 0.1, inputTokens: 0 })).toBe(0.1);
});

test('each kind of token counts', () => {
  const names = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  const usage = Object.fromEntries(names.map((name, at) => [name, 10 ** at]));
  expect(usageOf({ usage }, true).tokens).toBe(1111);
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
