import type { RunEntry } from '../../journal/find-runs.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { findHolder } from '../../journal/lock.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProcessTable } from '../../process/process-table.ts';

/** A run that goes on in the same folder. */
export interface Neighbour {
  readonly name: string;
  readonly pid: number;
}

/** Older runs are not looked at: who drives one has gone on with it since. Units: runs. */
export const MAX_NEIGHBOURS = 300;

/** Finds a run whose agents work in a folder at this moment. `runs` are in order, newest first. */
export function findNeighbour(
  runs: readonly RunEntry[],
  { workRoot, workFolder, self }: { workRoot: string; workFolder: string; self?: string | undefined },
): Neighbour | undefined {
  const processes = createProcessTable();
  for (const { name, folder, started } of runs.slice(0, MAX_NEIGHBOURS)) {
    // A simulation touches no file.
    if (folder === self || started?.data.agent === 'scripted') continue;
    if ((started?.data.git?.worktree ?? workRoot) !== workFolder) continue;
    const pid = livingHolderOf(folder, processes);
    if (pid !== undefined && pid !== process.pid) return { name, pid };
  }
  return undefined;
}

function livingHolderOf(
  folder: string,
  processes: ReturnType<typeof createProcessTable>,
): number | undefined {
  try {
    const holder = findHolder(nodeFileSystem, folder, processes);
    return holder?.state === 'living' ? holder.record.pid : undefined;
  } catch (thrown) {
    // A lock that cannot be read is told to whoever wants that run.
    if (thrown instanceof JournalError) return undefined;
    throw thrown;
  }
}
