import { listDarwin } from './list-darwin.ts';
import { listLinux } from './list-linux.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Lists the living processes of this machine; `marked` are those whose environment holds all of `marks`.
 *
 * Shape: `since` is the start of the first that can have them.
 */
export function listProcesses(marks: readonly string[], since = ''): readonly ProcessEntry[] {
  return process.platform === 'darwin' ? listDarwin(marks) : listLinux(marks, { since });
}
