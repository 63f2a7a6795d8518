import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ProcessTable } from '../model/processes.ts';
import { systemCodeOf } from '../util/error.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { startedOf, wordsOf } from './platform/one-process.ts';
import { readStat } from './platform/proc.ts';

/**
 * The processes of this machine.
 *
 * Errors: none; a process that cannot be looked at is one that is not there.
 */
export function createProcessTable(): ProcessTable {
  return {
    host: hostname(),
    pid: process.pid,
    find: (pid) => {
      if (!isRunning(pid)) return undefined;
      if (process.platform === 'linux' && readStat(`/proc/${pid}`)?.hasEnded === true) return undefined;
      return { start: startOf(pid), isWfmap: () => isWfmap(wordsOf(pid), folderOf(pid)) };
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

/** Ticks alone come again after a restart of the machine, its boot id does not. */
function startOf(pid: number): string | null {
  const started = startedOf(pid);
  if (started === '') return null;
  return process.platform === 'linux' ? `${bootId()}:${started}` : started;
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** The folder that a process works in; ours where the system does not tell. */
function folderOf(pid: number): string {
  return unlessRefused(() => readlinkSync(`/proc/${pid}/cwd`)) ?? '.';
}

/** The program comes after Node and its options, of which there may be some. Units: words. */
const MAX_WORDS = 16;

/** Whether one of the first words is the main file of a package of our name, by whatever link. */
function isWfmap(words: readonly string[], folder: string): boolean {
  return words.slice(0, MAX_WORDS).some((word) => {
    if (!/(?:^|\/)(?:wfmap|main\.js|main\.ts)$/.test(word)) return false;
    const path = unlessRefused(() => realpathSync(resolve(folder, word)));
    if (path === undefined || !/\/(?:dist\/main\.js|src\/cli\/main\.ts)$/.test(path)) return false;
    const above = path.endsWith('.ts') ? '../..' : '..';
    const manifest = join(dirname(path), above, 'package.json');
    return /"name":\s*"wfmap"/.test(unlessRefused(() => readFileSync(manifest, 'utf8')) ?? '');
  });
}
