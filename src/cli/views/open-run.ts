import { findRun } from '../../journal/find-run.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeErr } from '../io/write-out.ts';
import {
  readRunOnDisk as readFrom,
  readRunWithEvents,
  type RunOnDisk,
  type RunWithEvents,
} from '../../report/run-on-disk.ts';

/** Opens a run to look at. Errors: throws JournalError. */
export function openRun(name: string | undefined): RunOnDisk {
  return reported(readRunOnDisk(runCalled(name)));
}

/** The same with its events. Errors: throws JournalError. */
export function openRunWithEvents(name: string | undefined): RunWithEvents {
  return reported(readRunWithEvents(nodeFileSystem, runCalled(name)));
}

function runCalled(name: string | undefined): RunEntry {
  const workFolder = process.cwd();
  return findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
}

function reported<T extends RunOnDisk>(opened: T): T {
  const { totalsFault } = opened;
  if (totalsFault !== undefined) writeErr(`${totalsFault} What is shown here is made from the records.\n`);
  return opened;
}

export function readRunOnDisk(run: RunEntry): RunOnDisk {
  return readFrom(nodeFileSystem, run);
}
