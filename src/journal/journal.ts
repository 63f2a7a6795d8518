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
 *     that succeeds says nothing about the bytes that an earlier one lost. A write for which the disk had no room is the
 *     exception: it is taken back, and a reserve is given up, so that a smaller batch may do.
 * A7. What another program does to the file is seen by `look`, and undone where that is possible: the bytes that were
 *     appended are the truth, whatever the name refers to.
 */
import { dirname } from 'node:path';
import type { RunEvent } from '../model/run-event.ts';
import type { RunTotals } from '../model/run-totals.ts';
import { systemCodeOf, toError } from '../util/error.ts';
import { invariant } from '../util/invariant.ts';
import { besidePath } from './beside-path.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { JournalError, storageFailure, withStorage } from './journal-error.ts';
import { foldJournal, type Fold } from './read-journal.ts';
import { isLarge, putApart, type LeanEvent } from './large-values.ts';
import { encodeRecord, recordText, type BatchPlace } from './record.ts';
import { isFullDisk, openReserve } from './reserve.ts';
import { NothingWholeError, WatchedFile, type Watched } from './watched-file.ts';

export interface Journal {
  /** The `seq` that the next event must have. */
  readonly nextSeq: number;
  /**
   * Puts a batch on disk: one write, one sync. `totals` are of all records up to its last.
   *
   * Errors: throws `record-too-large` with nothing written, `storage-failed` for a write or sync that failed,
   * `journal-refused` ever after, but for a full disk (A6).
   */
  readonly append: (events: readonly RunEvent[], totals?: RunTotals) => void;
  /**
   * Checks whether another program has changed the file, and restores all that was appended. It costs some
   * microseconds; a `thorough` look reads all bytes.
   *
   * Shape: what happened, for the caller that stops the run to report; undefined for nothing.
   * Errors: throws `journal-changed` where it cannot be restored, and then accepts no more writes; `storage-failed`.
   */
  readonly look: (isThorough?: boolean) => JournalError | undefined;
  readonly close: () => void;
}

/**
 * What was found on opening. `made` is made of its events; `totals` are those of the last whole batch; `dropped` is the torn
 * last batch that was cut off.
 */
export interface OpenedJournal<T> {
  readonly made: T;
  readonly totals: RunTotals | undefined;
  readonly journal: Journal;
  readonly dropped: DroppedBatch | undefined;
}

/** Units: bytes. `kept` is the path of a copy; undefined where none could be made. */
export interface DroppedBatch {
  readonly sizeBytes: number;
  readonly kept: string | undefined;
}

/**
 * Creates a journal. `remakeFolder` makes its folder again where another program removes it.
 *
 * Errors: throws `storage-failed`, also when there is one already.
 */
export function createJournal(
  fs: FileSystem,
  path: string,
  remakeFolder: () => void = nothingToMake,
): Journal {
  return withStorage('create the journal', path, () => {
    const file = fs.open(path, 'create');
    return closeOnError(file, () => {
      fs.syncFolder(dirname(path));
      return writer(fs, { path, firstSeq: 1 }, { file, sizeBytes: 0, remakeFolder });
    });
  });
}

/**
 * Opens a journal to continue it; the caller holds the lock. Its events are not kept: `begin` is that of `foldJournal`.
 *
 * Errors: throws `journal-missing`, `journal-damaged`, `journal-foreign`, `storage-failed`.
 */
export function openJournal<T>(
  fs: FileSystem,
  path: string,
  begin: () => Fold<T>,
  remakeFolder: () => void = nothingToMake,
): OpenedJournal<T> {
  if (fs.kindOf(path) !== 'file') {
    throw new JournalError('journal-missing', `There is no journal at "${path}".`, { path });
  }
  return withStorage('open the journal', path, () => {
    const file = fs.open(path, 'append');
    return closeOnError(file, () => {
      // A3: the writer before us may have died between its write and its sync.
      file.sync();
      fs.syncFolder(dirname(path));
      const { made, seq, totals, end, size } = foldJournal(fs, path, begin);
      const dropped = size > end ? { sizeBytes: size - end, kept: keepTorn(fs, path, end) } : undefined;
      if (dropped !== undefined) {
        file.truncate(end);
        file.sync();
      }
      const place = { path, firstSeq: seq + 1 };
      return { made, totals, journal: writer(fs, place, { file, sizeBytes: end, remakeFolder }), dropped };
    });
  });
}

const nothingToMake = (): void => undefined;

/** Copies an unfinished batch. Nothing ever relied on it, so a full disk does not hold up the run. */
function keepTorn(fs: FileSystem, path: string, end: number): string | undefined {
  const kept = besidePath(fs, path, 'torn');
  try {
    const copy = fs.open(kept, 'create');
    try {
      copy.write(fs.readPart(path, end, MAX_BATCH_BYTES));
      copy.sync();
    } finally {
      copy.close();
    }
    return kept;
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return undefined;
  }
}

interface WriterPlace {
  readonly path: string;
  readonly firstSeq: number;
}

function writer(fs: FileSystem, { path, firstSeq }: WriterPlace, watched: Watched): Journal {
  let nextSeq = firstSeq;
  let refusal: string | undefined;
  const reserve = openReserve(fs, dirname(path));
  const file = new WatchedFile(fs, path, watched);
  return {
    get nextSeq() {
      return nextSeq;
    },
    append: (events, totals) => {
      if (refusal !== undefined) throw new JournalError('journal-refused', refusal, { path });
      try {
        const batch = { events, totals, firstSeq: nextSeq };
        file.append(encodeBatch(batch, (event) => putApart(fs, path, event)));
      } catch (thrown) {
        if (isFullDisk(thrown)) reserve.release();
        if (!file.isIntact) {
          refusal = `An earlier write to the journal failed (${systemCodeOf(thrown) ?? 'unknown'}); the run must be resumed.`;
        }
        throw storageFailure('write the journal', path, thrown);
      }
      nextSeq += events.length;
    },
    look: (isThorough = false) => {
      if (refusal !== undefined) return undefined;
      return withStorage('look at the journal', path, () => {
        const change = file.findChange(isThorough);
        if (change === undefined) return undefined;
        reserve.release();
        try {
          return changed(path, change, backHelp(file.putBack()));
        } catch (thrown) {
          refusal = CHANGED;
          throw notPutBack(path, change, thrown);
        }
      });
    },
    close: () => {
      if (refusal === CLOSED) return;
      refusal = CLOSED;
      reserve.release();
      file.close();
    },
  };
}

const CLOSED = 'The journal is closed.';
const CHANGED = 'The journal was changed by another program and could not be restored.';

function changed(path: string, change: string, help: string): JournalError {
  const message = `The journal "${path}" was changed by another program during the run: ${change}.`;
  return new JournalError('journal-changed', message, { path, help });
}

function backHelp(found: string | undefined): string {
  const beside = found === undefined ? '' : ` What was found there is kept in "${found}".`;
  return (
    `The whole journal has been restored, and the run can be resumed.${beside} First find out what changes files in ` +
    'that folder, such as a search and replace, a formatter or a clean-up over the whole project.'
  );
}

function notPutBack(path: string, change: string, thrown: unknown): Error {
  if (thrown instanceof NothingWholeError) {
    return changed(path, change, `It cannot be restored: no whole copy is left; ${thrown.message}.`);
  }
  const code = systemCodeOf(thrown);
  if (code === undefined) return toError(thrown);
  const help = `It could not be restored (${code}). If there is a copy with "whole" in its name next to it, that copy is the journal.`;
  return changed(path, change, help);
}

/** One batch stays within what one write takes. Units: bytes. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;

interface WrittenBatch {
  readonly events: readonly RunEvent[];
  readonly firstSeq: number;
  readonly totals: RunTotals | undefined;
}

function encodeBatch(
  { events, firstSeq, totals }: WrittenBatch,
  lean: (event: RunEvent) => LeanEvent,
): Uint8Array {
  invariant(events.length > 0, 'a batch has a record');
  let text = '';
  for (const [index, event] of events.entries()) {
    invariant(event.seq === firstSeq + index, `record ${firstSeq + index} is due, not ${event.seq}`);
    const more = index < events.length - 1;
    text += encodeLean(event, { batch: firstSeq, more, totals: more ? undefined : totals }, lean);
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
