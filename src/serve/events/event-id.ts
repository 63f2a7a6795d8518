import { hash } from 'node:crypto';

/**
 * What the id of an event says. Shape: `run` is a digest of the run's id, 10 hex digits; `seq` that of the record in its journal;
 * `part` counts the events that come of one record, from 0. Units: ms since 1970.
 */
export interface EventPlace {
  readonly atMs: number;
  readonly run: string;
  readonly seq: number;
  readonly part: number;
}

/** What servers hand on of a record. Shape: ids as in `eventIdOf`; `key` orders: it is the id, or that of an earlier event where the clock went back. */
export interface Served {
  readonly id: string;
  readonly key: string;
  /** The digest of its run; that of none for what has no journal. */
  readonly run: string;
  readonly seq: number;
  readonly part: number;
  readonly atMs: number;
}

/**
 * The id of an event, a ULID: 48 bits of time, then 40 of the run, 32 of `seq` and 8 of `part`.
 *
 * It is made of the journal alone, so each server gives an event the same id, and an id is a cursor in any of them. In one run ids of one
 * time rise with `seq`; times are those of the journal, which go back where somebody sets the clock.
 */
export function eventIdOf({ atMs, run, seq, part }: EventPlace): string {
  const low = (BigInt(`0x${run}`) << 40n) | (BigInt(seq) << 8n) | BigInt(Math.min(part, 255));
  return base32(BigInt(atMs), TIME_DIGITS) + base32(low, LOW_DIGITS);
}

/** The place that an id names; undefined for a text that is none. */
export function eventPlaceOf(id: string): EventPlace | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return undefined;
  const low = numberOf(id.slice(TIME_DIGITS));
  return {
    atMs: Number(numberOf(id.slice(0, TIME_DIGITS))),
    run: (low >> 40n).toString(16).padStart(RUN_DIGITS, '0'),
    seq: Number((low >> 8n) & 0xff_ff_ff_ffn),
    part: Number(low & 0xffn),
  };
}

/** The part of an event's id that names its run. */
export function runDigestOf(runId: string): string {
  return hash('sha256', `wfmap-run\n${runId}`).slice(0, RUN_DIGITS);
}

const RUN_DIGITS = 10;

/** Stands for the run in ids of what no journal has: as a cursor such an id is a time. */
export const NO_RUN = '0'.repeat(RUN_DIGITS);

const TIME_DIGITS = 10;
const LOW_DIGITS = 16;
/** Crockford's. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function base32(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value, at = 0; at < digits; at += 1, rest >>= 5n)
    text = (DIGITS[Number(rest & 31n)] ?? '') + text;
  return text;
}

function numberOf(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = (value << 5n) | BigInt(DIGITS.indexOf(digit));
  return value;
}
