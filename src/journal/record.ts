import { crc32 } from 'node:zlib';
import type { Address } from '../model/address.ts';
import type { RunEvent, RunEventType } from '../model/run-event.ts';
import type { RunTotals } from '../model/run-totals.ts';
import { isObject } from '../util/is-object.ts';
import { JournalError } from './journal-error.ts';

/** Units: bytes of one line of a journal, its line break included. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Where in its batch a record stands: `seq` of the batch's first record, and whether more records follow. `apart`
 * names the members of its data that are digests of values kept in files; `totals` is what the last record of a batch says of all
 * records up to it.
 */
export interface BatchPlace {
  readonly batch: number;
  readonly more: boolean;
  readonly apart?: readonly string[] | undefined;
  readonly totals?: RunTotals | undefined;
}

/**
 * What a line of a journal is.
 *
 * Shape: `torn` is not what was once written; `foreign` is, and this version does not understand it.
 */
export type DecodedLine =
  | { readonly kind: 'record'; readonly event: RunEvent; readonly place: BatchPlace }
  | { readonly kind: 'torn' }
  | { readonly kind: 'foreign'; readonly reason: string };

/**
 * One event as one line of a journal, line break included.
 *
 * Shape: the event's members in the order of the format, `"apart"` and `"totals"` where there are such, `"batch"` on every record of a batch but its first,
 * `"more":true` on every one but its last, then `"crc"`: CRC-32 of the line without that member, 8 hex digits.
 * Errors: throws `record-too-large` for a line of more than {@link MAX_LINE_BYTES}.
 */
export function encodeRecord(event: RunEvent, place: BatchPlace): string {
  const text = recordText(event, place);
  requireFits(text, event);
  return text;
}

/** The same, however long it is. */
export function recordText(event: RunEvent, place: BatchPlace): string {
  const { seq, id, at, type, address, causedBy, data } = event;
  // JSON.stringify leaves out a member that is undefined.
  const batch = place.batch === seq ? undefined : place.batch;
  const more = place.more ? true : undefined;
  const { apart, totals } = place;
  const body = JSON.stringify({ seq, id, at, type, address, causedBy, data, apart, totals, batch, more });
  return `${body.slice(0, -1)},"crc":"${hex(crc32(body))}"}\n`;
}

/** Errors: throws `record-too-large`. A code unit is at most three bytes; only a line that may be too long is measured. */
export function requireFits(text: string, { type }: RunEvent): void {
  if (text.length <= MAX_LINE_BYTES / 4 || Buffer.byteLength(text) < MAX_LINE_BYTES) return;
  const message = `A record of type ${type} is larger than a journal takes (16 MiB).`;
  throw new JournalError('record-too-large', message);
}

/** Reads one line, given without its line break. Errors: none; any bytes at all give a {@link DecodedLine}. */
export function decodeRecord(line: Uint8Array): DecodedLine {
  if (!isAsWritten(line)) return { kind: 'torn' };
  const value = parsed(line);
  const fault = faultOf(value);
  if (fault !== undefined) return { kind: 'foreign', reason: fault };
  return recordOf(value);
}

/** Whether a line has the checksum of its bytes, whatever they mean. */
export function isAsWritten(line: Uint8Array): boolean {
  const end = line.length - TAIL.length;
  if (end < 1 || line.length >= MAX_LINE_BYTES) return false;
  const crc = crc32(CLOSING_BRACE, crc32(line.subarray(0, end)));
  // Byte by byte: a text and a pattern for each line cost as much as the checksum.
  for (let at = 0; at < TAIL.length; at += 1) {
    const digit = at - FIRST_DIGIT;
    const isDigit = digit >= 0 && digit < DIGITS;
    const due = isDigit ? HEX[(crc >>> (4 * (DIGITS - 1 - digit))) & 15] : TAIL[at];
    if (line[end + at] !== due) return false;
  }
  return true;
}

const TAIL = Buffer.from(',"crc":"xxxxxxxx"}');
const FIRST_DIGIT = TAIL.indexOf('x');
const DIGITS = 8;
const HEX = Buffer.from('0123456789abcdef');
const CLOSING_BRACE = Buffer.from('}');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(line));
  } catch {
    // The checksum holds, so somebody wrote it like this; `faultOf` tells that it is no record.
    return undefined;
  }
}

function recordOf(value: unknown): DecodedLine {
  // `faultOf` has looked at every member that the cast names, but for what is inside `data`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const record = value as RunEvent & Added;
  const { batch, more, apart, totals } = record;
  const { seq, id, at, type, address, causedBy, data } = record;
  // That `data` is that of `type` is lost where they are taken apart.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const event = { seq, id, at, type, address, causedBy, data } as RunEvent;
  return { kind: 'record', event, place: { batch: batch ?? event.seq, more: more === true, apart, totals } };
}

/** What a line has beside the event. */
interface Added {
  readonly batch?: number;
  readonly more?: true;
  readonly apart?: readonly string[];
  readonly totals?: RunTotals;
  readonly crc: string;
}

/** What keeps a value from being a record; undefined when it is one. */
function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is no JSON object';
  if (!isCount(value['seq'])) return '"seq" is no positive integer';
  if (!isText(value['id'])) return '"id" is no text';
  if (typeof value['at'] !== 'string' || !ISO_TIME.test(value['at']))
    return '"at" is no time in UTC with milliseconds';
  if (typeof value['type'] !== 'string' || !Object.hasOwn(TYPES, value['type'])) {
    return `its type ${JSON.stringify(value['type'])} is unknown`;
  }
  if (!isAddress(value['address'])) return '"address" is no address';
  if (value['causedBy'] !== null && !isCount(value['causedBy'])) return '"causedBy" is no "seq"';
  if (!isObject(value['data'])) return '"data" is no object';
  return placeFaultOf(value);
}

function placeFaultOf(value: Readonly<Record<string, unknown>>): string | undefined {
  if (value['batch'] !== undefined && !isCount(value['batch'])) return '"batch" is no "seq"';
  if (value['more'] !== undefined && value['more'] !== true) return '"more" is not true';
  const { apart } = value;
  if (apart !== undefined && !(Array.isArray(apart) && apart.every(isText)))
    return '"apart" is not a list of names';
  if (value['totals'] !== undefined && !isTotals(value['totals'])) return '"totals" are not those of a run';
  return undefined;
}

/** Each member of totals and what it may be; the compiler asks for all of them. */
const TOTALS: { readonly [K in keyof Required<RunTotals>]: (value: unknown) => boolean } = {
  steps: isFigure,
  activeMs: isFigure,
  costUsd: Number.isFinite,
  tokens: Number.isFinite,
  partial: isTrueOrNone,
  latest: isCountOrNone,
  stands: isCountOrNone,
  asked: arePairsOrNone,
  violated: areCountsOrNone,
  wall: isCountOrNone,
  unwatched: isCountOrNone,
  refused: isCountOrNone,
};

function isTotals(value: unknown): boolean {
  return isObject(value) && Object.entries(TOTALS).every(([name, isFit]) => isFit(value[name]));
}

function isFigure(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTrueOrNone(value: unknown): boolean {
  return value === undefined || value === true;
}

function isCountOrNone(value: unknown): boolean {
  return value === undefined || isCount(value);
}

function arePairsOrNone(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((pair) => areCountsOrNone(pair) && pair?.length === 2);
}

function areCountsOrNone(value: unknown): value is readonly number[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every(isCount));
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isAddress(value: unknown): value is Address {
  if (!isObject(value) || !Array.isArray(value['block']) || !value['block'].every(isBlockStep)) return false;
  const { task, visit, attempt } = value;
  if (task !== undefined && !isText(task)) return false;
  return (visit === undefined || isCount(visit)) && (attempt === undefined || isCount(attempt));
}

function isBlockStep(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['task']) &&
    typeof value['key'] === 'string' &&
    isCount(value['activation'])
  );
}

/** The compiler asks for every type of event here. */
const TYPES: Readonly<Record<RunEventType, true>> = {
  'run.started': true,
  'task.started': true,
  'snapshot.taken': true,
  'changes.read': true,
  'outline.read': true,
  'attempts.read': true,
  'prompt.rendered': true,
  'agent.started': true,
  'agent.finished': true,
  'action.rejected': true,
  'action.chosen': true,
  'shell.started': true,
  'shell.finished': true,
  'call.asked': true,
  'call.answered': true,
  'message.sent': true,
  'message.refused': true,
  'human.asked': true,
  'human.answered': true,
  'human.refused': true,
  'items.listed': true,
  'item.started': true,
  'item.finished': true,
  'item.skipped': true,
  'item.kept': true,
  'branch.started': true,
  'branch.finished': true,
  'branch.cancelled': true,
  'worktree.planned': true,
  'worktree.made': true,
  'worktree.opened': true,
  'workspace.read': true,
  'worktree.left': true,
  'worktree.committed': true,
  'worktree.merged': true,
  'worktree.conflicted': true,
  'worktree.removed': true,
  'worktree.kept': true,
  'worktree.failed': true,
  'workflow.started': true,
  'workflow.finished': true,
  'task.finished': true,
  'task.failed': true,
  'property.violated': true,
  'limit.reached': true,
  'run.paused': true,
  'run.resumed': true,
  'run.finished': true,
};
