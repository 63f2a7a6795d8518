import { readFileSync } from 'node:fs';
import { listProcesses } from '../../../src/process/platform/list-processes.ts';

/** The process that is to end the agents of a wfmap when that dies. Errors: throws where there is none. */
export function watchdogOf(pid: number): number {
  const children = listProcesses([]).filter(({ parent }) => parent === pid);
  const found = children.find((child) =>
    readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').includes('watchdog.js'),
  );
  if (found === undefined) throw new Error(`process ${pid} has no watchdog`);
  return found.pid;
}
