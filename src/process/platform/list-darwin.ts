import { spawnSync } from 'node:child_process';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Lists processes with `ps`, which shows the environment after the command.
 *
 * Errors: throws when `ps` cannot be run.
 */
export function listDarwin(marks: readonly string[]): readonly ProcessEntry[] {
  return readPs(psText(['-axEww', ...COLUMNS]), marks);
}

const COLUMNS = ['pid', 'ppid', 'pgid', 'stat', 'lstart', 'command'].flatMap((name) => ['-o', `${name}=`]);

/** When a process began, as the system spells it; null when there is none. Errors: throws when `ps` cannot be run. */
export function startOnDarwin(pid: number): string | null {
  const [entry] = readPs(psText(['-ww', '-p', String(pid), ...COLUMNS]), []);
  return entry?.started ?? null;
}

/** The words of a process, as far as they can be told apart. Errors: throws when `ps` cannot be run. */
export function wordsOnDarwin(pid: number): readonly string[] {
  return psText(['-ww', '-p', String(pid), '-o', 'command='])
    .trim()
    .split(/ +/);
}

function psText(words: readonly string[]): string {
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const { stdout, stderr, error } = spawnSync('/bin/ps', words, {
    encoding: 'latin1',
    env,
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  // It ends with 1 where it finds nothing, and says nothing then.
  if (stderr !== '') throw new Error(`ps: ${stderr.trim()}`);
  return stdout;
}

/** Reads lines of pid, parent, process group, state, start (five words) and command with environment. */
export function readPs(text: string, marks: readonly string[]): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const [pid, parent, group, state, ...rest] = line.trim().split(/ +/);
    if (state === undefined || state.startsWith('Z') || rest.length < 6) continue;
    const numbers = [pid, parent, group].map(Number);
    if (!numbers.every(Number.isSafeInteger)) continue;
    const [own = 0, ppid = 0, pgid = 0] = numbers;
    const words = new Set(rest.slice(5));
    const marked = marks.length > 0 && marks.every((mark) => words.has(mark));
    const started = rest.slice(0, 5).join(' ');
    entries.push({ pid: own, parent: ppid, group: pgid, session: undefined, started, marked });
  }
  return entries;
}
