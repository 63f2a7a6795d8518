import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { JOURNAL_FILE, type RunEntry } from '../journal/find-runs.ts';
import { findHolder } from '../journal/lock.ts';
import { foldJournal, readJournal } from '../journal/read-journal.ts';
import type { RunEvent } from '../model/run-event.ts';
import { createProcessTable } from '../process/process-table.ts';
import { applyEvent } from '../view/apply-event.ts';
import { totalsFault } from '../view/run-totals.ts';
import { createRunView, type RunView } from '../view/run-view.ts';

/** A run as it lies on disk, maybe while it goes on elsewhere. */
export interface RunOnDisk {
  readonly run: RunEntry;
  readonly events: readonly RunEvent[];
  readonly view: RunView;
  /** The process that drives it; undefined when none does. */
  readonly pid: number | undefined;
  /** The unfinished batch at the end of the journal of a run that nobody drives. Units: bytes. */
  readonly unreadBytes: number;
  /** What is wrong where the last batch says other totals than its records have, which count; undefined for nothing. */
  readonly totalsFault: string | undefined;
}

/** Reads a run; its events are read again where somebody asks for them. Errors: throws JournalError. */
export function readRunOnDisk(fs: FileSystem, run: RunEntry): RunOnDisk {
  const pid = driverOf(fs, run);
  const path = join(run.folder, JOURNAL_FILE);
  const {
    made: view,
    totals,
    end,
    size,
  } = foldJournal(fs, path, () => {
    const begun = createRunView();
    return { made: begun, take: (event) => applyEvent(begun, event) };
  });
  let events: readonly RunEvent[] | undefined;
  return {
    run,
    view,
    pid,
    // A running run may not have finished writing it; it can be read in a moment.
    unreadBytes: pid === undefined ? size - end : 0,
    totalsFault: totalsFault(view, totals),
    get events() {
      // The view is of these; more may have come since.
      events ??= readJournal(fs, path).events.slice(0, view.seq);
      return events;
    },
  };
}

/** The process that drives a run; undefined when none does. Errors: throws JournalError. */
export function driverOf(fs: FileSystem, run: RunEntry): number | undefined {
  const holder = findHolder(fs, run.folder, createProcessTable());
  return holder?.state === 'living' ? holder.record.pid : undefined;
}
