/**
 * The journal of one run: the only truth about it. It appends; reading is `read-journal.ts`, and that there is
 * one writer is `lock.ts`.
 *
 * A1. When `append` returns, all its records are on disk, and so is the name of the file.
 * A2. A batch is read back whole or not at all.
 * A3. What was returned from opening is on disk: whoever acts on it does not act on what a power cut takes back.
 * A4. A torn last batch is gone from the disk before anything is appended.
 * A5. `seq` has no gaps, from 1.
 * A6. After a failed write or sync nothing is taken any more: what is on disk is not known, and a later sync
 *     that succeeds says nothing about the bytes that an earlier one lost.
 */
import { dirname } from 'node:path';
import type { RunEvent } from '../model/run-event.ts';
import { systemCodeOf } from '../util/error.ts';
import { invariant } from '../util/invariant.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { JournalError, storageFailure, withStorage } from './journal-error.ts';
import { readJournal } from './read-journal.ts';
import { isLarge, putApart, type LeanEvent } from './large-values.ts';
import { encodeRecord, recordText, type BatchPlace } from './record.ts';

export interface Journal {
  /** The `seq` that the next event must have. */
  readonly nextSeq: number;
  /**
   * Puts a batch on disk: one write, one sync.
   *
   * Errors: throws `record-too-large` with nothing written, `storage-failed` for a write or sync that failed,
   * `journal-refused` ever after.
   */
  readonly append: (events: readonly RunEvent[]) => void;
  readonly close: () => void;
}

/** What was found on opening. `dropped` is the size of a torn last batch that was cut off. Units: bytes. */
export interface OpenedJournal {
  readonly events: readonly RunEvent[];
  readonly journal: Journal;
  readonly dropped: number;
}

/** Begins a journal. Errors: throws `storage-failed`, also when there is one already. */
export function createJournal(fs: FileSystem, path: string): Journal {
  return withStorage('create the journal', path, () => {
    const file = fs.open(path, 'create');
    return closeOnError(file, () => {
      fs.syncFolder(dirname(path));
      return writer(fs, file, path, 1);
    });
  });
}

/**
 * Opens a journal to go on with it; the caller holds the lock.
 *
 * Errors: throws `journal-missing`, `journal-damaged`, `journal-foreign`, `storage-failed`.
 */
export function openJournal(fs: FileSystem, path: string): OpenedJournal {
  if (fs.kindOf(path) !== 'file') {
    throw new JournalError('journal-missing', `There is no journal at "${path}".`, { path });
  }
  return withStorage('open the journal', path, () => {
    const file = fs.open(path, 'append');
    return closeOnError(file, () => {
      // A3: the writer before us may have died between its write and its sync.
      file.sync();
      fs.syncFolder(dirname(path));
      const { events, end, size } = readJournal(fs, path);
      if (size > end) {
        file.truncate(end);
        file.sync();
      }
      return { events, journal: writer(fs, file, path, events.length + 1), dropped: size - end };
    });
  });
}

function writer(fs: FileSystem, file: OpenFile, path: string, firstSeq: number): Journal {
  let nextSeq = firstSeq;
  let refusal: string | undefined;
  return {
    get nextSeq() {
      return nextSeq;
    },
    append: (events) => {
      if (refusal !== undefined) throw new JournalError('journal-refused', refusal, { path });
      const bytes = encodeBatch(events, nextSeq, (event) => putApart(fs, path, event));
      try {
        file.write(bytes);
        file.sync();
      } catch (thrown) {
        refusal = `An earlier write to the journal failed (${systemCodeOf(thrown) ?? 'unknown'}); the run must be resumed.`;
        throw storageFailure('write the journal', path, thrown);
      }
      nextSeq += events.length;
    },
    close: () => {
      if (refusal === CLOSED) return;
      refusal = CLOSED;
      file.close();
    },
  };
}

const CLOSED = 'The journal is closed.';

/** One batch stays within what one write takes. Units: bytes. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;

function encodeBatch(
  events: readonly RunEvent[],
  firstSeq: number,
  lean: (event: RunEvent) => LeanEvent,
): Uint8Array {
  invariant(events.length > 0, 'a batch has a record');
  let text = '';
  for (const [index, event] of events.entries()) {
    invariant(event.seq === firstSeq + index, `record ${firstSeq + index} is due, not ${event.seq}`);
    text += encodeLean(event, { batch: firstSeq, more: index < events.length - 1 }, lean);
    if (text.length > MAX_BATCH_BYTES) {
      throw new JournalError(
        'record-too-large',
        'A batch of records is larger than a journal takes (64 MiB).',
      );
    }
  }
  return Buffer.from(text);
}

/** Values that are large go into files first; most records have none, and are not looked at. */
function encodeLean(event: RunEvent, place: BatchPlace, lean: (event: RunEvent) => LeanEvent): string {
  const text = recordText(event, place);
  if (!isLarge(text)) return text;
  const { event: rest, apart } = lean(event);
  return encodeRecord(rest, { ...place, apart });
}

function closeOnError<T>(file: OpenFile, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}
