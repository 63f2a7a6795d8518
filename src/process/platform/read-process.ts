import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * A living process, as far as this user may see it.
 *
 * Shape: `start` is the system's own spelling of its start; `terminal` the name of the one that it belongs to;
 * `environment` are its entries as it was started with, undefined where they may not be read; `argv` and `folder` are
 * what it was started as, and where it works, where that is known.
 */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly start: string;
  readonly user: string | null;
  readonly terminal: string | null;
  readonly environment: readonly string[] | undefined;
  readonly argv: readonly string[];
  readonly folder: string | undefined;
}

/** Finds a process by its id; undefined for one that is gone. */
export type FindProcess = (pid: number) => ProcessRow | undefined;

/** The processes of this machine, read as they are asked for; on macOS all at once. */
export function openProcesses(): FindProcess {
  if (process.platform !== 'darwin') return (pid) => readLinux(pid);
  const rows = readPs(listAll());
  return (pid) => rows.get(pid);
}

/** How often a process is waited for that is becoming another program, and shows no environment. Units: ms. */
const MOST_WAITS = 20;
const WAIT_MS = 1;

/**
 * Reads a process from `/proc`.
 *
 * Source: proc(5), `/proc/pid/stat` fields 3, 4, 7, 22 and 51. The command in field 2 may hold any character, so the
 * fields are counted from its end.
 */
export function readLinux(pid: number, root = '/proc'): ProcessRow | undefined {
  const folder = `${root}/${pid}`;
  for (let waits = 0; ; waits += 1) {
    const stat = textOf(`${folder}/stat`);
    if (stat === undefined) return undefined;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    if (parent === undefined || state === 'Z' || state === 'X') return undefined;
    const environ = textOf(`${folder}/environ`);
    if (environ === '' && Number(fields[48]) === 0 && waits < MOST_WAITS) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
      continue;
    }
    return {
      pid,
      parent: Number(parent),
      start: fields[19] ?? '',
      user: userOf(folder),
      terminal: terminalOf(Number(fields[4])),
      environment: environ?.split('\0'),
      argv: (textOf(`${folder}/cmdline`, 'utf8') ?? '').split('\0').slice(0, -1),
      folder: linkOf(`${folder}/cwd`),
    };
  }
}

/** Undefined when it cannot be read: the process has gone, or belongs to somebody else. */
function textOf(path: string, encoding: 'latin1' | 'utf8' = 'latin1'): string | undefined {
  try {
    return readFileSync(path, encoding);
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Gone, or somebody else's.
    return undefined;
  }
}

function userOf(folder: string): string | null {
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (uid === undefined) return null;
  return uid === process.getuid?.() ? nameOfUser(uid) : String(uid);
}

function nameOfUser(uid: number): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry, as in a container.
    return String(uid);
  }
}

/** Source: Documentation/admin-guide/devices.txt of Linux: 4 are consoles, 136 to 143 are those of windows. */
function terminalOf(number: number): string | null {
  if (number === 0 || Number.isNaN(number)) return null;
  const major = (number >> 8) & 0xfff;
  const minor = (number & 0xff) | ((number >> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `pts/${(major - 136) * 256 + minor}`;
  return major === 4 ? `tty${minor}` : `terminal ${major}:${minor}`;
}

function listAll(): string {
  const columns = ['pid', 'ppid', 'stat', 'tty', 'user', 'lstart', 'command'];
  const words = ['-axEww', ...columns.flatMap((name) => ['-o', `${name}=`])];
  return execFileSync('/bin/ps', words, {
    encoding: 'latin1',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 1 << 28,
  });
}

/**
 * Reads lines of pid, parent, state, terminal, user, start (five words) and command with environment.
 *
 * `ps` puts spaces between what may hold spaces: the environment is taken to begin at the first word that is like one
 * of its entries.
 */
export function readPs(text: string): ReadonlyMap<number, ProcessRow> {
  const rows = new Map<number, ProcessRow>();
  for (const line of text.split('\n')) {
    const [pid, parent, state, tty, user, ...rest] = line.trim().split(/ +/);
    if (!/^\d+$/.test(pid ?? '') || !/^\d+$/.test(parent ?? '') || rest.length < 6) continue;
    if (state?.startsWith('Z') === true) continue;
    const words = rest.slice(5);
    const begin = words.findIndex((word) => /^[A-Za-z_]\w*=/.test(word));
    rows.set(Number(pid), {
      pid: Number(pid),
      parent: Number(parent),
      start: rest.slice(0, 5).join(' '),
      user: user ?? null,
      terminal: tty === undefined || /^\?+$/.test(tty) ? null : tty,
      environment: begin < 0 ? [] : words.slice(begin),
      argv: begin < 0 ? words : words.slice(0, begin),
      folder: undefined,
    });
  }
  return rows;
}

/** The path of a program's script, as it was named to Node; undefined where there is none. */
export function scriptOf({
  argv,
  folder,
}: ProcessRow): { readonly path: string; readonly at: number } | undefined {
  const at = argv.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  const named = argv[at];
  if (named === undefined) return undefined;
  if (isAbsolute(named)) return { path: named, at };
  return folder === undefined ? undefined : { path: join(folder, named), at };
}
