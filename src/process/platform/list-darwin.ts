import { execFileSync } from 'node:child_process';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Lists processes with `ps`, which shows the environment after the command.
 *
 * Errors: throws when `ps` cannot be run.
 */
export function listDarwin(marks: readonly string[]): readonly ProcessEntry[] {
  const columns = ['-axEww', '-o', 'pid=', '-o', 'ppid=', '-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  const text = execFileSync('/bin/ps', columns, { encoding: 'latin1', env, maxBuffer: 1 << 28 });
  return readPs(text, marks);
}

/** Reads lines of pid, parent, state, start (five words) and command with environment. */
export function readPs(text: string, marks: readonly string[]): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const [pid, parent, state, ...rest] = line.trim().split(/ +/);
    if (pid === undefined || parent === undefined || state === undefined || rest.length < 6) continue;
    if (!/^\d+$/.test(pid) || !/^\d+$/.test(parent) || state.startsWith('Z')) continue;
    const words = new Set(rest.slice(5));
    const marked = marks.every((mark) => words.has(mark));
    entries.push({ pid: Number(pid), parent: Number(parent), started: rest.slice(0, 5).join(' '), marked });
  }
  return entries;
}
