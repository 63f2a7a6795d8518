import type { RunEvent } from '../model/run-event.ts';
import type { RunTotals } from '../model/run-totals.ts';
import { JournalError, withStorage } from './journal-error.ts';
import type { FileSystem } from './file-system.ts';
import { putBack } from './large-values.ts';
import { decodeRecord, MAX_LINE_BYTES, type DecodedLine } from './record.ts';
import { readLines, type Line } from './read-lines.ts';

/**
 * What a journal holds.
 *
 * Shape: `seq` is the number of the last record of its last whole batch, 0 for none; `totals` are those that this batch says,
 * undefined where it says none.
 * Units: `end` is the byte behind that batch, `size` the whole file.
 */
export interface JournalContent extends JournalLength {
  readonly events: readonly RunEvent[];
}

export interface JournalLength {
  readonly seq: number;
  readonly totals: RunTotals | undefined;
  readonly end: number;
  readonly size: number;
}

/**
 * Reads all whole batches of a journal, also while somebody writes it, and changes nothing.
 *
 * A last batch that is not whole is left out: it may be being written just now.
 * Errors: throws `journal-missing`, `journal-damaged`, `journal-foreign`, `storage-failed`.
 */
export function readJournal(fs: FileSystem, path: string): JournalContent {
  const { made: events, ...length } = foldJournal(fs, path, () => {
    const all: RunEvent[] = [];
    return { made: all, take: (event) => all.push(event) };
  });
  return { events, ...length };
}

/** What is made of the events of a journal, one after the other. */
export interface Fold<T> {
  readonly made: T;
  readonly take: (event: RunEvent) => unknown;
}

/**
 * The same without keeping the events: memory for one batch, and what is made of them. `begin` begins it, also a second time
 * where the journal changed while it was read. Errors: those of `readJournal`.
 */
export function foldJournal<T>(
  fs: FileSystem,
  path: string,
  begin: () => Fold<T>,
): JournalLength & { readonly made: T } {
  const read = (): JournalLength & { readonly made: T } => {
    const { made, take } = begin();
    return { made, ...scan(fs, path, take) };
  };
  return withStorage('read the journal', path, () => {
    if (fs.kindOf(path) !== 'file') {
      throw new JournalError('journal-missing', `There is no journal at "${path}".`, { path });
    }
    // A writer that opens the journal meanwhile may cut a torn tail off between two parts of the reading:
    // what looks like damage must look so twice.
    try {
      return read();
    } catch (thrown) {
      if (!(thrown instanceof JournalError)) throw thrown;
      return read();
    }
  });
}

/**
 * Two states: all is well so far, or a line that is not a record was met. The second is accepted only where a crash can have left
 * it so: no byte of a later batch follows, for each batch was synced before the next was written; and what is there is the
 * beginning of a batch, or has blocks that were never written (`checkTorn`). Everything else is damage.
 */
function scan(fs: FileSystem, path: string, take: Fold<unknown>['take']): JournalLength {
  let batch: RunEvent[] = [];
  let whole: Omit<JournalLength, 'size'> = { seq: 0, totals: undefined, end: 0 };
  let size = 0;
  let tail: Tail | undefined;
  for (const line of readLines(fs, path, MAX_LINE_BYTES)) {
    size = line.end;
    const decoded = decodeLine(line);
    if (decoded.kind === 'foreign') throw foreign(path, line.offset, decoded.reason);
    const seq = whole.seq + batch.length + 1;
    if (tail === undefined && decoded.kind === 'record') {
      checkOrder(decoded, { path, offset: line.offset, seq, batch: whole.seq + 1 });
      batch.push(putBack(fs, path, { event: decoded.event, apart: decoded.place.apart }));
      if (decoded.place.more) continue;
      for (const event of batch) take(event);
      batch = [];
      whole = { seq, totals: decoded.place.totals, end: line.end };
    } else {
      tail ??= {
        path,
        tornAt: line.offset,
        batch: whole.seq + 1,
        closed: false,
        begins: beginsRecord(line, seq),
      };
      tail = checkTail(tail, line, decoded);
    }
  }
  const length = { ...whole, size };
  if (tail?.begins === false) checkTorn(fs, tail, length);
  return length;
}

function decodeLine(line: Line): DecodedLine {
  return line.ended && line.bytes ? decodeRecord(line.bytes) : { kind: 'torn' };
}

interface Expected {
  readonly path: string;
  readonly offset: number;
  readonly seq: number;
  readonly batch: number;
}

function checkOrder(decoded: DecodedLine & { kind: 'record' }, expected: Expected): void {
  const { event, place } = decoded;
  if (event.seq === expected.seq && place.batch === expected.batch) return;
  const found = `record ${event.seq} of batch ${place.batch}`;
  const due = `record ${expected.seq} of batch ${expected.batch}`;
  throw damaged(expected.path, expected.offset, `There is ${found} where ${due} is due.`);
}

/**
 * The end of a journal from its first torn line on. `closed` when the last record of that batch was met; `begins` where the
 * line is the last and may be the beginning of a record.
 */
interface Tail {
  readonly path: string;
  readonly tornAt: number;
  readonly batch: number;
  readonly closed: boolean;
  readonly begins: boolean;
}

function checkTail(tail: Tail, line: Line, decoded: DecodedLine): Tail {
  const found = decoded.kind === 'record' ? decoded : hiddenRecordOf(line);
  if (tail.closed || (found && found.place.batch !== tail.batch)) {
    throw damaged(
      tail.path,
      tail.tornAt,
      'What stands there is not what was written, and later batches follow it.',
    );
  }
  const closed = tail.closed || (found !== undefined && !found.place.more);
  return { ...tail, closed };
}

/**
 * Whether a line is what is left of a record that was cut off: it has no end, names the number that is due, and does not go
 * on behind a whole record, as it would where the end of the line itself was damaged.
 */
function beginsRecord({ bytes, ended }: Line, seq: number): boolean {
  if (ended || bytes === undefined) return false;
  const text = asBuffer(bytes);
  const head = Buffer.from(`{"seq":${seq},`);
  const common = Math.min(head.length, text.length);
  if (head.compare(text, 0, common, 0, common) !== 0) return false;
  // Only the end of a record has these letters unescaped, except for a member of its data.
  let at = text.length;
  for (let tries = 0; tries < MAX_TRIES && at > 0; tries += 1) {
    at = text.lastIndexOf(CRC_HEAD, at - 1);
    if (at < 0) return true;
    const end = at + CRC_LENGTH;
    if (end < text.length && decodeRecord(text.subarray(0, end)).kind !== 'torn') return false;
  }
  return true;
}

/** Units: bytes. Disks write sectors of this size, or of a multiple. */
const BLOCK = 512;

/**
 * Refuses a last batch that no crash can have left so. After one, blocks that were not written read as zeros, and no record
 * has a zero in it: so there are some, and each stretch of them begins and ends with a block, the batch or the file.
 */
function checkTorn(fs: FileSystem, tail: Tail, { end, size }: JournalLength): void {
  const isEdge = (place: number): boolean => place % BLOCK === 0 || place === end || place === size;
  let hasZeros = false;
  for (let offset = end; offset < size;) {
    // Each part but the last ends with a block, so a stretch that goes on in the next part has an edge there.
    const part = asBuffer(fs.readPart(tail.path, offset, PART_BYTES - (offset % BLOCK)));
    if (part.length === 0) break;
    for (let from = part.indexOf(0), to = 0; from >= 0; from = part.indexOf(0, to)) {
      to = from + 1;
      while (part[to] === 0) to += 1;
      if (!isEdge(offset + from) || !isEdge(offset + to)) throw notTorn(tail);
      hasZeros = true;
    }
    offset += part.length;
  }
  if (!hasZeros) throw notTorn(tail);
}

const PART_BYTES = 1024 * 1024;

function notTorn({ path, tornAt }: Tail): JournalError {
  return damaged(path, tornAt, 'The bytes there are neither what was written nor what a crash leaves of it.');
}

/** The record that stands at the end of a torn line when the line break before it was what tore. */
function hiddenRecordOf(line: Line): (DecodedLine & { kind: 'record' }) | undefined {
  if (!line.bytes) return undefined;
  const bytes = asBuffer(line.bytes);
  let before = bytes.length;
  for (let tries = 0; tries < MAX_TRIES && before > 0; tries += 1) {
    before = bytes.lastIndexOf(RECORD_HEAD, before - 1);
    if (before <= 0) return undefined;
    const decoded = decodeRecord(bytes.subarray(before));
    if (decoded.kind === 'record') return decoded;
  }
  return undefined;
}

const RECORD_HEAD = '{"seq":';
const CRC_HEAD = ',"crc":"';
/** `,"crc":"xxxxxxxx"}` */
const CRC_LENGTH = 18;
/** Bounded: a torn line full of such heads must not cost a checksum each. */
const MAX_TRIES = 16;

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function damaged(path: string, offset: number, what: string): JournalError {
  const goOn =
    offset === 0
      ? 'Put a copy of the journal back, or start a new run.'
      : `Cut off at byte ${offset}, the journal goes on from what came before; or start a new run.`;
  const help = `Keep a copy of the folder. ${goOn}`;
  return new JournalError('journal-damaged', `The journal "${path}" is damaged at byte ${offset}. ${what}`, {
    path,
    offset,
    help,
  });
}

function foreign(path: string, offset: number, reason: string): JournalError {
  const message = `The journal "${path}" holds a record that this wfmap does not understand, at byte ${offset}: ${reason}.`;
  const help = 'Use the version of wfmap that wrote it, or a newer one.';
  return new JournalError('journal-foreign', message, { path, offset, help });
}
