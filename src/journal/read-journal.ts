import type { RunEvent } from '../model/run-event.ts';
import { JournalError, withStorage } from './journal-error.ts';
import type { FileSystem } from './file-system.ts';
import { putBack } from './large-values.ts';
import { decodeRecord, MAX_LINE_BYTES, type DecodedLine } from './record.ts';
import { readLines, type Line } from './read-lines.ts';

/** What a journal holds. Units: `end` is the byte behind the last whole batch, `size` the whole file. */
export interface JournalContent {
  readonly events: readonly RunEvent[];
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
  return withStorage('read the journal', path, () => {
    if (fs.kindOf(path) !== 'file') {
      throw new JournalError('journal-missing', `There is no journal at "${path}".`, { path });
    }
    // A writer that opens the journal meanwhile may cut a torn tail off between two parts of the reading:
    // what looks like damage must look so twice.
    try {
      return scan(fs, path);
    } catch (thrown) {
      if (!(thrown instanceof JournalError)) throw thrown;
      return scan(fs, path);
    }
  });
}

/**
 * Two states: all is well so far, or a torn line was met at `tornAt`. The second is excused only when no
 * byte of a later batch follows: batches are written one after the other, each after the one before it was
 * synced, so a batch with a successor was whole once.
 */
function scan(fs: FileSystem, path: string): JournalContent {
  const events: RunEvent[] = [];
  let whole = 0;
  let end = 0;
  let size = 0;
  let tail: Tail | undefined;
  for (const line of readLines(fs, path, MAX_LINE_BYTES)) {
    size = line.end;
    const decoded = decodeLine(line);
    if (decoded.kind === 'foreign') throw foreign(path, line.offset, decoded.reason);
    if (tail === undefined && decoded.kind === 'record') {
      checkOrder(decoded, { path, offset: line.offset, seq: events.length + 1, batch: whole + 1 });
      events.push(putBack(fs, path, { event: decoded.event, apart: decoded.place.apart }));
      if (!decoded.place.more) {
        whole = events.length;
        end = line.end;
      }
    } else {
      tail ??= { path, tornAt: line.offset, batch: whole + 1, closed: false };
      tail = checkTail(tail, line, decoded);
    }
  }
  events.length = whole;
  return { events, end, size };
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

/** The end of a journal from its first torn line on. `closed` when the last record of that batch was met. */
interface Tail {
  readonly path: string;
  readonly tornAt: number;
  readonly batch: number;
  readonly closed: boolean;
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
  return found && !found.place.more ? { ...tail, closed: true } : tail;
}

/** The record that stands at the end of a torn line when the line break before it was what tore. */
function hiddenRecordOf(line: Line): (DecodedLine & { kind: 'record' }) | undefined {
  if (!line.bytes) return undefined;
  const bytes = Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.byteLength);
  let before = bytes.length;
  // Bounded: a torn line full of such heads must not cost a checksum each.
  for (let tries = 0; tries < 16 && before > 0; tries += 1) {
    before = bytes.lastIndexOf(RECORD_HEAD, before - 1);
    if (before <= 0) return undefined;
    const decoded = decodeRecord(bytes.subarray(before));
    if (decoded.kind === 'record') return decoded;
  }
  return undefined;
}

const RECORD_HEAD = '{"seq":';

function damaged(path: string, offset: number, what: string): JournalError {
  const help = `Keep a copy of the folder. Cut off at byte ${offset}, the journal goes on from what came before; or start a new run.`;
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
