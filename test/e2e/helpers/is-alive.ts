import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process is there, zombies not counted. */
export function isAlive(pid: number): boolean {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

/** Living processes of a run, by the mark in their environment. */
export function pidsOfRun(marker: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => `\0${readOrNothing(`/proc/${pid}/environ`)}`.includes(`\0WFMAP_RUN=${marker}\0`))
    .map(Number)
    .filter(isAlive);
}

/** Empty when there is nothing to read: the process has gone, or belongs to somebody else. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
