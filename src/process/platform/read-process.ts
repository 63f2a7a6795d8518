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
    const fields = statOf(folder);
    if (fields === undefined) return undefined;
    const environ = textOf(`${folder}/environ`);
    const isBetween = environ === '' && Number(fields[48]) === 0;
    if (!isBetween || waits === MOST_WAITS) return rowOf(folder, pid, { fields, environ });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}

/** The fields from the third on; undefined for a process that has ended. */
function statOf(folder: string): readonly string[] | undefined {
  const stat = textOf(`${folder}/stat`) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.length < 2 || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields;
}

function rowOf(
  folder: string,
  pid: number,
  { fields, environ }: { readonly fields: readonly string[]; readonly environ: string | undefined },
): ProcessRow {
  return {
    pid,
    parent: Number(fields[1]),
    start: fields[19] ?? '',
    user: userOf(folder),
    terminal: terminalOf(Number(fields[4])),
    environment: environ?.split('\0'),
    argv: (textOf(`${folder}/cmdline`, 'utf8') ?? '').split('\0').slice(0, -1),
    folder: linkOf(`${folder}/cwd`),
  };
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
  const rows = text.split('\n').flatMap((line) => readPsLine(line));
  return new Map(rows.map((row) => [row.pid, row]));
}

function readPsLine(line: string): readonly ProcessRow[] {
  const [pid = '', parent = '', state = '', tty = '?', user = null, ...rest] = line.trim().split(/ +/);
  if (!/^\d+$/.test(pid) || !/^\d+$/.test(parent) || rest.length < 6 || state.startsWith('Z')) return [];
  const words = rest.slice(5);
  const found = words.findIndex((word) => /^[A-Za-z_]\w*=/.test(word));
  const begin = found < 0 ? words.length : found;
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      start: rest.slice(0, 5).join(' '),
      user,
      terminal: /^\?+$/.test(tty) ? null : tty,
      environment: words.slice(begin),
      argv: words.slice(0, begin),
      folder: undefined,
    },
  ];
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
