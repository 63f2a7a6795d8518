import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCodeOf } from '../util/error.ts';

/** What a lock has to know about the processes of this machine. */
export interface ProcessTable {
  readonly host: string;
  /** Of this process. */
  readonly pid: number;
  readonly find: (pid: number) => RunningProcess | undefined;
}

/**
 * A process that lives.
 *
 * Shape: `start` is a text that no other process of the same id shares, before or after a restart of the
 * machine; null when the machine does not tell.
 */
interface RunningProcess {
  readonly start: string | null;
}

/**
 * The processes of this machine.
 *
 * `startOf` gives the start of a process where there is no `/proc`, such as what `ps -o lstart=` prints.
 */
export function createProcessTable(startOf: (pid: number) => string | null = () => null): ProcessTable {
  const isLinux = process.platform === 'linux';
  return {
    host: hostname(),
    pid: process.pid,
    find: (pid) => {
      if (!isRunning(pid)) return undefined;
      const found = isLinux ? linuxProcess(pid) : undefined;
      if (found?.isZombie) return undefined;
      return { start: found ? found.start : startOf(pid) };
    },
  };
}

/** Signal 0 asks without sending; a refusal (`EPERM`) comes from a process that lives. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return systemCodeOf(thrown) !== 'ESRCH';
  }
}

/**
 * Undefined when the machine hides the processes of others.
 *
 * Source: proc_pid_stat(5): field 3 is the state, field 22 the start in ticks since the machine started. The
 * name in field 2 may hold spaces and brackets, so fields are counted behind its last bracket. Ticks alone
 * come again after a restart, the boot id does not.
 */
function linuxProcess(
  pid: number,
): { readonly isZombie: boolean; readonly start: string | null } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields[19];
    // A zombie has ended; only its parent has not asked how. In a container without an init nobody ever does.
    const isZombie = fields[0] === 'Z' || fields[0] === 'X';
    return { isZombie, start: ticks === undefined ? null : `${bootId()}:${ticks}` };
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
