import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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
  /** Whether its words name the program of a wfmap. */
  readonly isWfmap: () => boolean;
}

/** What tells of a process where there is no `/proc`: its start, such as `ps -o lstart=` prints it, and its words. */
export interface OtherProcesses {
  readonly startOf: (pid: number) => string | null;
  readonly wordsOf: (pid: number) => readonly string[];
}

const NOTHING_TOLD: OtherProcesses = { startOf: () => null, wordsOf: () => [] };

/** The processes of this machine. */
export function createProcessTable(other = NOTHING_TOLD): ProcessTable {
  const isLinux = process.platform === 'linux';
  return {
    host: hostname(),
    pid: process.pid,
    find: (pid) => {
      if (!isRunning(pid)) return undefined;
      const found = isLinux ? linuxProcess(pid) : undefined;
      if (found?.isZombie) return undefined;
      return {
        start: found ? found.start : other.startOf(pid),
        isWfmap: () =>
          isLinux ? isWfmap(linuxWords(pid), `/proc/${pid}/cwd`) : isWfmap(other.wordsOf(pid), '.'),
      };
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
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[19];
  // A zombie has ended; only its parent has not asked how. In a container without an init nobody ever does.
  const isZombie = fields[0] === 'Z' || fields[0] === 'X';
  return { isZombie, start: ticks === undefined ? null : `${bootId()}:${ticks}` };
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function linuxWords(pid: number): readonly string[] {
  return (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0');
}

/** The program comes after Node and its options, of which there may be some. Units: words. */
const MAX_WORDS = 16;

/** Whether one of the first words is the main file of a package of our name, by whatever link. */
function isWfmap(words: readonly string[], folderLink: string): boolean {
  const folder = unlessGone(() => readlinkSync(folderLink)) ?? folderLink;
  return words.slice(0, MAX_WORDS).some((word) => {
    if (!/(?:^|\/)(?:wfmap|main\.js|main\.ts)$/.test(word)) return false;
    const path = unlessGone(() => realpathSync(resolve(folder, word)));
    if (path === undefined || !/\/(?:dist\/main\.js|src\/cli\/main\.ts)$/.test(path)) return false;
    const above = path.endsWith('.ts') ? '../..' : '..';
    return /"name":\s*"wfmap"/.test(textOf(join(dirname(path), above, 'package.json')) ?? '');
  });
}

function textOf(path: string): string | undefined {
  return unlessGone(() => readFileSync(path, 'utf8'));
}

/** Undefined for what is not there, or may not be looked at. */
function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return undefined;
  }
}
