import { findRun } from '../../journal/find-run.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeErr } from '../io/write-out.ts';
import { readRunOnDisk as readFrom, type RunOnDisk } from '../../report/run-on-disk.ts';

/** Opens a run to look at. Errors: throws JournalError. */
export function openRun(name: string | undefined): RunOnDisk {
  const workFolder = process.cwd();
  const run = findRun(nodeFileSystem, { workRoot: findWorkRoot(workFolder), workFolder }, name);
  const opened = readRunOnDisk(run);
  const { totalsFault } = opened;
  if (totalsFault !== undefined) writeErr(`${totalsFault} What is shown here is made from the records.\n`);
  return opened;
}

export function readRunOnDisk(run: RunEntry): RunOnDisk {
  return readFrom(nodeFileSystem, run);
}
