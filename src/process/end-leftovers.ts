import { endProcesses } from './end-processes.ts';
import { runMark } from './marks.ts';
import { groupsOfRun } from './run-group.ts';

/**
 * Ends what an earlier, dead wfmap left of a run; for whoever takes the run over.
 *
 * Shape: the number of processes that were found.
 */
export async function endLeftovers(marker: string): Promise<number> {
  const { found } = await endProcesses({ marks: [runMark(marker)], groups: groupsOfRun(marker) });
  return found;
}
