import { readlinkSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { unlessRefused } from '../../util/unless-refused.ts';
import { createWaits, readEnvironment, readStat, readWords } from './proc.ts';
import { listAll, type PsRow } from './ps.ts';

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
  const rows = new Map(listAll().map((row) => [row.pid, row]));
  return (pid) => {
    const row = rows.get(pid);
    return row && readDarwin(row);
  };
}

/** Reads a process from `/proc`. */
export function readLinux(pid: number, root = '/proc'): ProcessRow | undefined {
  const folder = `${root}/${pid}`;
  const environment = readEnvironment(folder, createWaits())?.split('\0');
  const stat = readStat(folder);
  if (stat === undefined || stat.hasEnded) return undefined;
  return {
    pid,
    parent: stat.parent,
    start: stat.started,
    user: userOf(folder),
    terminal: terminalOf(stat.terminal),
    environment,
    argv: readWords(folder),
    folder: unlessRefused(() => readlinkSync(`${folder}/cwd`)),
  };
}

function userOf(folder: string): string | null {
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (uid === undefined) return null;
  return uid === process.getuid?.() ? ownUserName(uid) : String(uid);
}

let ownName: string | undefined;

/** A user of a container may have no name. Looked up once: it is asked for each process that is looked at. */
function ownUserName(uid: number): string {
  return (ownName ??= unlessRefused(() => userInfo().username) ?? String(uid));
}

/** Source: Documentation/admin-guide/devices.txt of Linux: 4 are consoles, 136 to 143 are those of windows. */
function terminalOf(number: number): string | null {
  if (number === 0 || Number.isNaN(number)) return null;
  const major = (number >> 8) & 0xfff;
  const minor = (number & 0xff) | ((number >> 12) & 0xfff00);
  if (major >= 136 && major <= 143) return `pts/${(major - 136) * 256 + minor}`;
  return major === 4 ? `tty${minor}` : `terminal ${major}:${minor}`;
}

/** The environment is taken to begin at the first word that is like one of its entries: `ps` marks no border. */
export function readDarwin({ pid, parent, started, user, terminal, words }: PsRow): ProcessRow {
  const found = words.findIndex((word) => /^[A-Za-z_]\w*=/.test(word));
  const begin = found < 0 ? words.length : found;
  return {
    pid,
    parent,
    start: started,
    user,
    terminal,
    environment: words.slice(begin),
    argv: words.slice(0, begin),
    folder: undefined,
  };
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
