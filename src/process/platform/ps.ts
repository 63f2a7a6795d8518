import { spawnSync } from 'node:child_process';

/**
 * A living process, as `ps` of macOS prints it.
 *
 * Shape: `started` is its own spelling of the start. `words` are those of the command line and, where it was asked for,
 * the environment behind them; what holds spaces is in several.
 */
export interface PsRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly terminal: string | null;
  readonly user: string;
  readonly started: string;
  readonly words: readonly string[];
}

const COLUMNS = ['pid', 'ppid', 'pgid', 'stat', 'tty', 'user', 'lstart', 'command'].flatMap((name) => [
  '-o',
  `${name}=`,
]);

/** All processes with their environments. Errors: throws when `ps` cannot be run. */
export function listAll(): readonly PsRow[] {
  return readPs(psText(['-axEww', ...COLUMNS]));
}

/** One process, without its environment. Errors: throws when `ps` cannot be run. */
export function findOne(pid: number): PsRow | undefined {
  return readPs(psText(['-ww', '-p', String(pid), ...COLUMNS]))[0];
}

function psText(words: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync('/bin/ps', words, {
    encoding: 'latin1',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  // It ends with 1 where it finds nothing, and says nothing then.
  if (stderr !== '') throw new Error(`ps: ${stderr.trim()}`);
  return stdout;
}

/** Reads lines of pid, parent, process group, state, terminal, user, start (five words) and command. */
export function readPs(text: string): readonly PsRow[] {
  const rows: PsRow[] = [];
  for (const line of text.split('\n')) {
    const [pid, parent, group, state, tty = '', user = '', ...rest] = line.trim().split(/ +/);
    if (state === undefined || state.startsWith('Z') || rest.length < 6) continue;
    const numbers = [pid, parent, group].map(Number);
    if (!numbers.every(Number.isSafeInteger)) continue;
    const [own = 0, ppid = 0, pgid = 0] = numbers;
    const terminal = /^\?+$/.test(tty) ? null : tty;
    const started = rest.slice(0, 5).join(' ');
    rows.push({ pid: own, parent: ppid, group: pgid, terminal, user, started, words: rest.slice(5) });
  }
  return rows;
}
