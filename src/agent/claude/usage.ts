import { toAmount, toObject, type JsonObject } from './json.ts';

/** What one process used. Units: US dollars, tokens with those of the cache; undefined where no figure was given. */
export interface Usage {
  readonly costUsd: number | undefined;
  readonly tokens: number | undefined;
}

const MODEL_COUNTS = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];
const USAGE_COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
];

/**
 * Reads the figures of a result message.
 *
 * The totals of a continued session, and of the copy of one, include what earlier processes used, so they are never
 * taken for such a one.
 */
export function usageOf(result: JsonObject | undefined, continues: boolean): Usage {
  const own = toObject(result?.['model_usage_since_last_result']);
  if (own !== undefined) {
    const models = Object.values(own).map(toObject);
    const costs = models.map((model) => priceOf(model));
    return {
      costUsd: costs.includes(undefined) ? undefined : sumOf(costs),
      tokens: sumOf(models.flatMap((model) => MODEL_COUNTS.map((name) => model?.[name]))),
    };
  }
  const usage = toObject(result?.['usage']);
  return {
    costUsd: continues ? undefined : toAmount(result?.['total_cost_usd']),
    tokens: usage && sumOf(USAGE_COUNTS.map((name) => usage[name])),
  };
}

/** A model that used tokens for nothing is one whose price the program does not know. */
function priceOf(model: JsonObject | undefined): number | undefined {
  const cost = toAmount(model?.['costUSD']);
  const tokens = sumOf(MODEL_COUNTS.map((name) => model?.[name])) ?? 0;
  return cost === 0 && tokens > 0 ? undefined : cost;
}

/** Missing figures count nothing beside others; where none is a number, there is no figure. No models is 0. */
function sumOf(values: readonly unknown[]): number | undefined {
  const amounts = values.map(toAmount).filter((amount) => amount !== undefined);
  if (amounts.length === 0 && values.length > 0) return undefined;
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
