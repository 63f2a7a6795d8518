import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { until, type Bench } from './bench.ts';

/** Nothing runs in the bench's folder or with its path among its words, agents and their tools included. */
export async function assertNobodyIsLeft(bench: Bench): Promise<void> {
  const isOfBench = (pid: string): boolean => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return words.includes(bench.folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(bench.folder);
    } catch {
      // It has ended since the list was made.
      return false;
    }
  };
  const isPid = (name: string): boolean => /^\d+$/.test(name);
  await until('no process is left', () => !readdirSync('/proc').filter(isPid).some(isOfBench));
}
