import { readStat, readWords } from './proc.ts';
import { findOne } from './ps.ts';

/** When a process began, as a listing spells it; empty when it is gone. */
export function startedOf(pid: number): string {
  const found = process.platform === 'darwin' ? findOne(pid) : readStat(`/proc/${pid}`);
  return found?.started ?? '';
}

/** The program and arguments of a process, as it gives them itself; empty when it is gone or hidden. */
export function wordsOf(pid: number): readonly string[] {
  return process.platform === 'darwin' ? (findOne(pid)?.words ?? []) : readWords(`/proc/${pid}`);
}
