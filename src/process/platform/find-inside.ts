import { readFileSync } from 'node:fs';
import { unlessRefused } from '../../util/unless-refused.ts';
import { listProcesses } from './list-processes.ts';

/** bwrap starts one process in its namespace, where it is the first itself. */
const ID_INSIDE = 2;

/**
 * The program that a bwrap of ours runs.
 *
 * Shape: its id out here; undefined where it has not begun or is over. `keeper` is the first process of its namespace,
 * of which bwrap is the parent.
 * Source: proc_pid_status(5): `NSpid` are the ids in all namespaces, the innermost last.
 */
export function findInside(bwrap: number, keeper: number): number | undefined {
  const all = listProcesses([]);
  if (!all.some(({ pid, parent }) => pid === keeper && parent === bwrap)) return undefined;
  return all.find(({ pid, parent }) => parent === keeper && idInside(pid) === ID_INSIDE)?.pid;
}

function idInside(pid: number): number {
  const status = unlessRefused(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^NSpid:.*\t(\d+)$/m.exec(status)?.[1]);
}
