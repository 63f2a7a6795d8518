import { readFileSync } from 'node:fs';
import { systemCodeOf } from '../../util/error.ts';
import { startOnDarwin, wordsOnDarwin } from './list-darwin.ts';

/** When a process began, as a listing spells it; empty when it is gone. */
export function startedOf(pid: number): string {
  if (process.platform === 'darwin') return startOnDarwin(pid) ?? '';
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** The program and arguments of a process, as it gives them itself; empty when it is gone or hidden. */
export function wordsOf(pid: number): readonly string[] {
  if (process.platform === 'darwin') return wordsOnDarwin(pid);
  return textOf(`/proc/${pid}/cmdline`)
    .replace(/\0+$/, '')
    .split('\0')
    .filter((word) => word !== '');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    return '';
  }
}
