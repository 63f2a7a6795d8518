import { createProcessTable, type ProcessTable } from '../journal/process-table.ts';
import { startedOf, wordsOf } from '../process/platform/one-process.ts';

/** The processes of this machine, with all that it tells of them. */
export function machineProcesses(): ProcessTable {
  return createProcessTable({ startOf: (pid) => startedOf(pid) || null, wordsOf });
}
