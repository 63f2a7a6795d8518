import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { JOURNAL_FILE, type RunEntry } from '../journal/find-runs.ts';
import { findHolder } from '../journal/lock.ts';
import { readJournal } from '../journal/read-journal.ts';
import type { RunEvent } from '../model/run-event.ts';
import { createProcessTable } from '../process/process-table.ts';
import { runViewOf } from '../view/apply-event.ts';
import type { RunView } from '../view/run-view.ts';

/** A run as it lies on disk, maybe while it goes on elsewhere. */
export interface RunOnDisk {
  readonly run: RunEntry;
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** The process that drives it; undefined when none does. */
  readonly pid: number | undefined;
  /** The unfinished batch at the end of the journal of a run that nobody drives. Units: bytes. */
  readonly unreadBytes: number;
}

/** Reads a run. Errors: throws JournalError. */
export function readRunOnDisk(fs: FileSystem, run: RunEntry): RunOnDisk {
  const holder = findHolder(fs, run.folder, createProcessTable());
  const { events, end, size } = readJournal(fs, join(run.folder, JOURNAL_FILE));
  const pid = holder?.state === 'living' ? holder.record.pid : undefined;
  // A running run may not have finished writing it; it can be read in a moment.
  return { run, events, view: runViewOf(events), pid, unreadBytes: pid === undefined ? size - end : 0 };
}
