import type { RunEvent } from '../model/run-event.ts';
import type { RunTotals } from '../model/run-totals.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError } from './journal-error.ts';
import { putBack } from './large-values.ts';
import { decodeRecord, isAsWritten, type DecodedLine } from './record.ts';

/** The end of a journal is looked for in so much of it. Units: bytes. */
const END_BYTES = 64 * 1024;
/** A record that is looked for by its number is read in parts of this size. Units: bytes. */
const PART_BYTES = 8 * 1024;
const MAX_RECORD_BYTES = 1024 * 1024;
/** A record that is so many before others is looked for by going back. */
const NEAR = 32;
const LINE_FEED = 10;

type Decoded = DecodedLine & { readonly kind: 'record' };

/**
 * The last batch of a journal and single records of it, read without the rest.
 *
 * E1. Where the last bytes are not a whole batch there is no end: only the whole journal shows whether it is torn or damaged.
 *     The same holds for any damage in a journal that is not longer than what is read of its end.
 * E2. A record is given only as it was written, by its checksum, and only under its own number.
 * E3. What a look reads does not grow with the journal, but for the logarithm of its size in {@link JournalEnd.find}.
 */
export class JournalEnd {
  /** What the last batch says that the journal adds up to; undefined in journals of before there were totals. */
  readonly totals: RunTotals | undefined;
  readonly seq: number;
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #sizeBytes: number;
  /** Those that were read from the end on, by their numbers, and the records before them. */
  readonly #known: Map<number, Decoded>;
  readonly #before: Iterator<Decoded>;
  #first: number;

  constructor(place: Place, { last, records, before }: LastBatch) {
    this.#fs = place.fs;
    this.#path = place.path;
    this.#sizeBytes = place.sizeBytes;
    this.seq = last.event.seq;
    this.totals = last.place.totals;
    this.#known = new Map(records.map((each) => [each.event.seq, each]));
    this.#before = before;
    this.#first = last.place.batch;
  }

  /** The record with a number; undefined where it cannot be read. Errors: throws system errors. */
  find(seq: number): RunEvent | undefined {
    const found = this.#known.get(seq) ?? this.#near(seq) ?? this.#search(seq);
    if (found === undefined) return undefined;
    try {
      return putBack(this.#fs, this.#path, { event: found.event, apart: found.place.apart });
    } catch (thrown) {
      if (thrown instanceof JournalError) return undefined;
      throw thrown;
    }
  }

  /** A record that stands not far before those that are known, where the end of the journal has it. */
  #near(seq: number): Decoded | undefined {
    while (this.#first > seq && this.#first - seq <= NEAR) {
      const { value, done } = this.#before.next();
      if (done === true || value.event.seq !== this.#first - 1) return undefined;
      this.#first -= 1;
      this.#known.set(this.#first, value);
    }
    return this.#known.get(seq);
  }

  #search(seq: number): Decoded | undefined {
    const from = this.#narrow(seq);
    if (from === undefined) return undefined;
    for (let size = PART_BYTES; ; size *= 8) {
      const bytes = this.#read(from, size);
      for (const line of linesIn(bytes)) {
        const decoded = decodeRecord(line);
        if (decoded.kind !== 'record' || decoded.event.seq > seq) return undefined;
        if (decoded.event.seq === seq) return decoded;
      }
      if (bytes.length < size || size > MAX_RECORD_BYTES) return undefined;
    }
  }

  /** A byte at which a line begins, not far before the record. Numbers grow along the file, so halves are left out. */
  #narrow(seq: number): number | undefined {
    let from = 0;
    let to = this.#sizeBytes;
    while (to - from > PART_BYTES) {
      const middle = from + ((to - from) >> 1);
      const next = this.#firstFrom(middle);
      if (next === undefined || next.begin >= to) {
        to = middle;
        continue;
      }
      if (next.decoded.kind !== 'record') return undefined;
      if (next.decoded.event.seq <= seq) from = next.begin;
      else to = middle;
    }
    return from;
  }

  /** The first line that begins behind a byte; undefined where there is none of a usual length. */
  #firstFrom(at: number): { readonly decoded: DecodedLine; readonly begin: number } | undefined {
    for (let size = PART_BYTES; size <= MAX_RECORD_BYTES; size *= 8) {
      const bytes = this.#read(at, size);
      const begin = bytes.indexOf(LINE_FEED) + 1;
      const end = begin === 0 ? -1 : bytes.indexOf(LINE_FEED, begin);
      if (end >= 0) return { decoded: decodeRecord(bytes.subarray(begin, end)), begin: at + begin };
      if (bytes.length < size) return undefined;
    }
    return undefined;
  }

  #read(offset: number, size: number): Buffer {
    return Buffer.from(this.#fs.readPart(this.#path, offset, Math.min(size, this.#sizeBytes - offset)));
  }
}

function* linesIn(bytes: Buffer): Generator<Uint8Array> {
  for (let from = 0, end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

interface Place {
  readonly fs: FileSystem;
  readonly path: string;
  readonly sizeBytes: number;
}

/** The end of a journal; undefined where it does not show a whole batch. Errors: throws system errors. */
export function readJournalEnd(fs: FileSystem, path: string): JournalEnd | undefined {
  const sizeBytes = fs.shared?.look(path)?.sizeBytes ?? 0;
  const offset = Math.max(0, sizeBytes - END_BYTES);
  const bytes = Buffer.from(fs.readPart(path, offset, END_BYTES));
  if (bytes.length !== sizeBytes - offset || bytes.at(-1) !== LINE_FEED) return undefined;
  if (offset === 0 && !linesIn(bytes).every(isAsWritten)) return undefined;
  const batch = lastBatchOf(recordsBackwards(bytes, offset === 0));
  return batch === undefined ? undefined : new JournalEnd({ fs, path, sizeBytes }, batch);
}

/** Shape: `records` from the last to the first; `before` gives those before them, from the last on. */
interface LastBatch {
  readonly last: Decoded;
  readonly records: readonly Decoded[];
  readonly before: Iterator<Decoded>;
}

/** The last batch; undefined where the records do not show it whole. */
function lastBatchOf(before: Iterator<Decoded>): LastBatch | undefined {
  const records: Decoded[] = [];
  for (let next = before.next(); next.done !== true; next = before.next()) {
    const { value } = next;
    if (!isBefore(value, records.at(-1))) return undefined;
    records.push(value);
    const [last = value] = records;
    if (value.place.batch === value.event.seq) return { last, records, before };
  }
  return undefined;
}

/** The records at the end of these bytes, from the last on, up to what is none. */
function* recordsBackwards(bytes: Buffer, isAll: boolean): Generator<Decoded, void> {
  for (let end = bytes.length - 1; end > 0;) {
    const begin = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
    if (begin === 0 && !isAll) return;
    const decoded = decodeRecord(bytes.subarray(begin, end));
    if (decoded.kind !== 'record') return;
    yield decoded;
    end = begin - 1;
  }
}

/** Whether a record can stand right before the one that was read before it: undefined for the end of the journal. */
function isBefore({ event, place }: Decoded, next: Decoded | undefined): boolean {
  if (next === undefined) return !place.more;
  return place.more && event.seq === next.event.seq - 1 && place.batch === next.place.batch;
}

/** The last record of a journal, without what stands apart from it, and without reading the rest; undefined where the end does not show it. */
export function readLastRecord(
  fs: FileSystem,
  path: string,
): Pick<RunEvent, 'seq' | 'at' | 'type'> | undefined {
  const sizeBytes = fs.shared?.look(path)?.sizeBytes ?? 0;
  const bytes = Buffer.from(fs.readPart(path, Math.max(0, sizeBytes - END_BYTES), END_BYTES));
  if (bytes.at(-1) !== LINE_FEED) return undefined;
  const [last] = recordsBackwards(bytes, false);
  return last === undefined || last.place.more ? undefined : last.event;
}
