import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Processes that run in a folder or below it, or have its path among their words. */
export function pidsInFolder(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isIn(folder, pid))
    .map(Number);
}

function isIn(folder: string, pid: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return words.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    // It has ended since the list was made, or belongs to somebody else.
    return false;
  }
}
