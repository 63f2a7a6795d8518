import type { LimitsRecord } from '../../model/event-records.ts';
import { parseDuration } from '../../util/parse-duration.ts';
import type { RunFlags } from './run-flags.ts';
import { UsageError } from '../io/usage-error.ts';

type LimitFlags = Pick<RunFlags, 'maxSteps' | 'maxCost' | 'maxTokens' | 'maxDuration'>;

/**
 * The limits that flags ask for; undefined where none does. A `+` adds to `current`.
 *
 * Errors: throws {@link UsageError} where an amount makes no sense, or there is nothing to add to.
 */
export function readLimits(
  flags: LimitFlags,
  current: LimitsRecord,
): { readonly [K in keyof LimitsRecord]: number | undefined } {
  return {
    steps: readLimit('max-steps', flags.maxSteps, current.steps),
    costUsd: readLimit('max-cost', flags.maxCost, current.costUsd),
    tokens: readLimit('max-tokens', flags.maxTokens, current.tokens),
    durationMs: readLimit('max-duration', flags.maxDuration, current.durationMs),
  };
}

type LimitFlag = 'max-steps' | 'max-cost' | 'max-tokens' | 'max-duration';

const WANTED: Readonly<Record<LimitFlag, { readonly noun: string; readonly example: string }>> = {
  'max-steps': { noun: 'a whole number', example: '50' },
  'max-cost': { noun: 'an amount', example: '50' },
  'max-tokens': { noun: 'a whole number', example: '500000' },
  'max-duration': { noun: 'a time', example: '30m' },
};

function readLimit(flag: LimitFlag, text: string | undefined, current: number | null): number | undefined {
  if (text === undefined) return undefined;
  const [, plus = '', written = ''] = /^(\+?)(.*)$/s.exec(text.trim()) ?? [];
  const amount = flag === 'max-duration' ? durationOf(written) : numberOf(written, flag !== 'max-cost');
  if (amount === undefined) {
    const { noun, example } = WANTED[flag];
    throw new UsageError(`--${flag} "${text}" is not ${noun}.`, {
      help: `Write --${flag}=${example}, or --${flag}=+${example} to add to the limit of a paused run.`,
    });
  }
  if (plus === '') return amount;
  if (current === null) throw new UsageError(`--${flag} ${text}: the run has no such limit to add to.`);
  return current + amount;
}

function numberOf(text: string, isWhole: boolean): number | undefined {
  const amount = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(amount) && (!isWhole || Number.isSafeInteger(amount)) ? amount : undefined;
}

function durationOf(text: string): number | undefined {
  const result = parseDuration(text);
  return 'ms' in result ? result.ms : undefined;
}
