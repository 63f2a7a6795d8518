/**
 * What Linux shows of a process in `/proc/<pid>`, its `folder`.
 *
 * Source: proc_pid_stat(5), proc_pid_environ(5), proc_pid_cmdline(5).
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { unlessRefused } from '../../util/unless-refused.ts';
import { waitBriefly } from './wait-briefly.ts';

/**
 * Fields 3 to 7, 9, 22, 38 and 51 of `stat`.
 *
 * Shape: `started` are ticks since the machine started; `terminal` is a device number, 0 for none; `environmentEnd` an
 * address, 0 where there is no environment at this moment.
 */
export interface ProcStat {
  /** A zombie has ended; only its parent has not asked how. In a container without an init nobody ever does. */
  readonly hasEnded: boolean;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly terminal: number;
  /** A thread of the kernel, which has no environment. */
  readonly isOfKernel: boolean;
  /** One of the other threads of a process, which is listed nowhere and can be looked at all the same. */
  readonly isThread: boolean;
  readonly started: string;
  readonly environmentEnd: number;
}

/** PF_KTHREAD of linux/sched.h. */
const IS_OF_KERNEL = 0x0020_0000;

/** Undefined for a process that is gone, or that this machine hides. */
export function readStat(folder: string): ProcStat | undefined {
  const stat = shortTextOf(`${folder}/stat`) ?? '';
  // The command in field 2 may hold any character, so the fields are counted from its end.
  const [state = '', parent, group, session, terminal, ...rest] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ');
  if (parent === undefined) return undefined;
  return {
    hasEnded: state === 'Z' || state === 'X',
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    terminal: Number(terminal),
    isOfKernel: (Number(rest[1]) & IS_OF_KERNEL) !== 0,
    // It sends its parent no signal when it ends.
    isThread: rest[30] === '-1',
    started: rest[14] ?? '',
    environmentEnd: Number(rest[43] ?? NaN),
  };
}

/** How often a process is waited for that is becoming another program. */
const MAX_WAITS = 20;

/** Bounds the waiting of several readings together. */
export interface Waits {
  left: number;
  readonly wait: () => void;
}

export function createWaits(wait = waitBriefly): Waits {
  return { left: MAX_WAITS, wait };
}

/**
 * The environment that a process was started with; undefined where it may not be read.
 *
 * In the middle of an `execve` a process shows none for a moment, though it had one and will have one again. The reader
 * waits for it: a search for marks would miss the process otherwise.
 */
export function readEnvironment(folder: string, waits: Waits): string | undefined {
  for (;;) {
    const environment = textOf(`${folder}/environ`);
    if (environment !== '' || waits.left === 0) return environment;
    const stat = readStat(folder);
    if (stat === undefined || stat.hasEnded || stat.isOfKernel) return environment;
    // An end says that it is there, and empty, unless it came after the reading.
    if (stat.environmentEnd > 0 && textOf(`${folder}/environ`) === '') return environment;
    waits.left -= 1;
    waits.wait();
  }
}

/** The program and its arguments, as the process gives them itself; empty for one that is gone or hidden. */
export function readWords(folder: string): readonly string[] {
  const words = (unlessRefused(() => readFileSync(`${folder}/cmdline`, 'utf8')) ?? '').split('\0');
  return words.slice(0, -1);
}

/** In an encoding that gives each byte a character: environments need not be UTF-8. */
function textOf(path: string): string | undefined {
  return unlessRefused(() => readFileSync(path, 'latin1'));
}

/** Longer than a line of `stat`, a pid, or the counts of a machine of some hundred processors. Units: bytes. */
const SHORT = Buffer.allocUnsafeSlow(65_536);

/** A file of the kernel that one read gives whole: at half of the price of reading to its end. */
export function shortTextOf(path: string): string | undefined {
  return unlessRefused(() => {
    const file = openSync(path, 'r');
    try {
      return SHORT.toString('latin1', 0, readSync(file, SHORT, 0, SHORT.length, null));
    } finally {
      closeSync(file);
    }
  });
}
