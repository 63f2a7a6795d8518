import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { createJournal, type Journal } from '../../src/journal/journal.ts';
import { openJournal } from './open-journal.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { startOf } from '../journal/events.ts';

/** A run whose journal a test writes. `name` is such as `m/slip-001`. */
export interface WrittenRun {
  readonly folder: string;
  readonly journal: Journal;
  /** Appends events, which get the numbers that are due. */
  readonly append: (...events: readonly RunEvent[]) => void;
}

/** Creates a run below a work root, with its first record, at a time that makes its id. */
export function writeRun(workRoot: string, name: string, startedAt: string): WrittenRun {
  const folder = join(workRoot, '.wfmap/runs', name);
  mkdirSync(folder, { recursive: true });
  const journal = createJournal(nodeFileSystem, join(folder, JOURNAL_FILE));
  journal.append([startOf(startedAt)]);
  return writerOf(folder, journal);
}

/** Goes on with a run that is there. */
export function reopenRun(workRoot: string, name: string): WrittenRun {
  const folder = join(workRoot, '.wfmap/runs', name);
  return writerOf(folder, openJournal(nodeFileSystem, join(folder, JOURNAL_FILE)).journal);
}

function writerOf(folder: string, journal: Journal): WrittenRun {
  const append = (...events: readonly RunEvent[]): void => {
    const first = journal.nextSeq;
    journal.append(events.map((event, index) => ({ ...event, seq: first + index })));
  };
  return { folder, journal, append };
}
