import { toAmount, toObject, toText, type JsonObject } from './json.ts';

/** A limit of the user's subscription that is used up. Shape: `resetsAt` is ISO 8601, undefined where nobody said. */
export interface SubscriptionLimit {
  readonly resetsAt: string | undefined;
}

/** The whole message of programs of old: they told it as an answer. */
const OLD_TEXT = /^Claude (?:AI|Code) usage limit reached\|(\d{9,13})$/;
/** How the messages of others begin. A limit of the context, for one, is another thing. */
const SENTENCES = [
  /^(?:You've|You have) (?:hit|reached) your .{0,40}\blimit\b/i,
  /^(?:claude |your )?(?:\d+-hour|daily|weekly|session|usage|opus|sonnet|haiku) limit reached\b/i,
];

/** Whether a final message is no answer but the old form of a limit. */
export function isLimitText(text: string): boolean {
  return OLD_TEXT.test(text);
}

/**
 * The limit that a result which is no success ran into; undefined for every other fault.
 *
 * `refused` is what the stream said last of limits. A 429 alone is none: those pass within minutes.
 */
export function limitOf(result: JsonObject, refused: JsonObject | undefined): SubscriptionLimit | undefined {
  const text = toText(result['result']) ?? '';
  const old = OLD_TEXT.exec(text);
  if (old) return { resetsAt: toTime(Number(old[1])) };
  const status = toAmount(result['api_error_status']);
  if (status !== undefined && status !== 429) return undefined;
  const isNamed =
    result['api_error'] === 'usage_limit_reached' ||
    SENTENCES.some((sentence) => sentence.test(text.slice(0, 200)));
  if (!isNamed && (refused === undefined || status !== 429)) return undefined;
  const own = toObject(result['rate_limit_info']);
  return { resetsAt: toTime(refused?.['resetsAt'] ?? own?.['resetsAt']) };
}

/** Seconds or milliseconds since 1970, or a text that says a time with its date. */
function toTime(value: unknown): string | undefined {
  const text = toText(value);
  if (text !== undefined) return /^\d{4}-/.test(text) ? toIso(Date.parse(text)) : toTime(toNumber(text));
  const amount = toAmount(value);
  if (amount === undefined || amount === 0) return undefined;
  return toIso(amount < LATEST_SECOND ? amount * 1000 : amount);
}

/** In the year 5138. */
const LATEST_SECOND = 1e11;
/** Later than that a `Date` is none, and its year has more than four digits before. */
const LATEST_MS = Date.UTC(9999, 11, 31);

function toNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function toIso(ms: number): string | undefined {
  return ms >= 0 && ms <= LATEST_MS ? new Date(ms).toISOString() : undefined;
}
