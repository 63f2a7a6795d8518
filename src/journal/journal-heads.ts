import { createHash, hash } from 'node:crypto';
import type { FileSystem } from './file-system.ts';
import { withStorage } from './journal-error.ts';
import { readLines } from './read-lines.ts';
import { decodeRecord, MAX_LINE_BYTES } from './record.ts';

/** The head of a journal after a batch. Shape: `head` is hex; `seq` is that of the batch's last record. */
export interface JournalHead {
  readonly seq: number;
  readonly head: string;
}

/**
 * The heads of a journal, batch after batch: each determines everything before it, to the byte.
 *
 * Head 0 is SHA-256 of `wfmap-journal-1`, a line break and the id of the run; head n is SHA-256 of head n-1, 32 bytes,
 * and the bytes of batch n as they are in the file, line breaks included. Nothing of it is stored: a run without a
 * signed task pays nothing. Ends before the first line that is not a whole record. Errors: throws `storage-failed`.
 */
export function* journalHeads(fs: FileSystem, path: string, run: string): Generator<JournalHead, void> {
  let head = hash('sha256', `wfmap-journal-1\n${run}`, 'buffer');
  let batch = createHash('sha256').update(head);
  for (const { bytes, ended } of readLines(fs, path, MAX_LINE_BYTES)) {
    const decoded = ended && bytes !== undefined ? decodeRecord(bytes) : undefined;
    if (bytes === undefined || decoded?.kind !== 'record') return;
    batch.update(bytes).update('\n');
    if (decoded.place.more) continue;
    head = batch.digest();
    yield { seq: decoded.event.seq, head: head.toString('hex') };
    batch = createHash('sha256').update(head);
  }
}

/** The head after the batch that contains a record; undefined where no whole batch does. Errors: throws `storage-failed`. */
export function headWith(
  fs: FileSystem,
  path: string,
  { run, seq }: { readonly run: string; readonly seq: number },
): string | undefined {
  return withStorage('read the journal', path, () => {
    for (const each of journalHeads(fs, path, run)) if (each.seq >= seq) return each.head;
    return undefined;
  });
}
