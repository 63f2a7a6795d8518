import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';
import { isRunMark } from '../marks.ts';
import { processTree } from '../process-tree.ts';
import { createWaits, readEnvironment } from './proc.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Finds processes that may have been started by a child of ours and are tied to it by nothing any more: orphans that began
 * after it, work in its folder, are of the same user and bear no mark of any run; and what these have started. Nobody can say whose they are.
 *
 * Shape: none where the system does not tell; `since` is the start of the child.
 * Source: proc(5): `started` counts ticks on Linux.
 */
export function findStrays(
  entries: readonly ProcessEntry[],
  { since, folder }: { readonly since: string; readonly folder: string },
): readonly ProcessEntry[] {
  if (process.platform !== 'linux' || since === '') return [];
  const waits = createWaits();
  const orphans = entries.filter(
    (entry) =>
      Number(entry.started) >= Number(since) &&
      isOrphan(entry) &&
      isBelow(
        unlessRefused(() => readlinkSync(`/proc/${entry.pid}/cwd`)),
        folder,
      ) &&
      unlessRefused(() => statSync(`/proc/${entry.pid}`).uid) === process.getuid?.() &&
      !(readEnvironment(`/proc/${entry.pid}`, waits) ?? '').split('\0').some(isRunMark),
  );
  return orphans.length === 0 ? [] : processTree(entries, new Set(orphans.map((entry) => entry.pid)));
}

/** Whether it was handed to whoever takes orphans. Children of wfmap are none, though it may be the first process. */
function isOrphan({ parent }: ProcessEntry): boolean {
  if (parent === process.pid) return false;
  return (
    parent === 1 ||
    /^(?:systemd|init)$/m.test(unlessRefused(() => readFileSync(`/proc/${parent}/comm`, 'utf8')) ?? '')
  );
}

function isBelow(path: string | undefined, folder: string): boolean {
  return path !== undefined && !/^\.\.(?:\/|$)/.test(relative(folder, path));
}
