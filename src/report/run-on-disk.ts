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
import { openQuestionsOf, type OpenQuestion } from './open-questions.ts';
import { withSettled } from './settled-questions.ts';

/** A run as it lies on disk, maybe while it goes on elsewhere. */
export interface RunOnDisk {
  readonly run: RunEntry;
  readonly view: RunView;
  /** What waits for a person. */
  readonly questions: readonly OpenQuestion[];
  /** The process that drives it; undefined when none does. */
  readonly pid: number | undefined;
  /** The unfinished batch at the end of the journal of a run that nobody drives. Units: bytes. */
  readonly unreadBytes: number;
  /** What is wrong where the last batch says other totals than its records have, which count; undefined for nothing. */
  readonly totalsFault: string | undefined;
}

/** The same with all of its events, which take several times the memory. */
export interface RunWithEvents extends RunOnDisk {
  readonly events: readonly RunEvent[];
}

/** Reads a run, event by event. Errors: throws JournalError. */
export function readRunOnDisk(fs: FileSystem, run: RunEntry): RunOnDisk {
  return readRun(fs, run, () => undefined);
}

/** Reads a run and keeps its events. Errors: throws JournalError. */
export function readRunWithEvents(fs: FileSystem, run: RunEntry): RunWithEvents {
  let events: RunEvent[] = [];
  const opened = readRun(fs, run, (event, isFirst) => {
    if (isFirst) events = [];
    events.push(event);
  });
  return { ...opened, events };
}

/** The events that a run had when it was opened: more may have come since. Errors: throws JournalError. */
export function eventsOf(fs: FileSystem, { run, view }: RunOnDisk): readonly RunEvent[] {
  return readJournal(fs, join(run.folder, JOURNAL_FILE)).events.slice(0, view.seq);
}

function readRun(
  fs: FileSystem,
  run: RunEntry,
  take: (event: RunEvent, isFirst: boolean) => void,
): RunOnDisk {
  const pid = driverOf(fs, run);
  const path = join(run.folder, JOURNAL_FILE);
  const begin = (): { made: RunView; take: (event: RunEvent) => void } => {
    const view = createRunView();
    return {
      made: view,
      take: (event) => {
        take(event, view.seq === 0);
        applyEvent(view, event);
      },
    };
  };
  const { made: view, totals, end, size } = foldJournal(fs, path, begin);
  return {
    run,
    view,
    questions: withSettled(fs, { folder: run.folder, pid }, openQuestionsOf(view)),
    pid,
    // A running run may not have finished writing it; it can be read in a moment.
    unreadBytes: pid === undefined ? size - end : 0,
    totalsFault: totalsFault(view, totals),
  };
}

/** The process that drives a run; undefined when none does. Errors: throws JournalError. */
export function driverOf(fs: FileSystem, run: Pick<RunEntry, 'folder'>): number | undefined {
  const holder = findHolder(fs, run.folder, createProcessTable());
  return holder?.state === 'living' ? holder.record.pid : undefined;
}
