import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Lists processes from `/proc`.
 *
 * Errors: none. A process that ends while it is read is left out, one whose environment may not be read has no marks.
 * Source: proc(5), `/proc/pid/stat` fields 3, 4 and 22.
 */
export function listLinux(marks: readonly string[], root = '/proc'): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync(root)) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOrNothing(`${root}/${name}/stat`);
    // The command stands in parentheses and may hold any character, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    if (state === undefined || parent === undefined || state === 'Z' || state === 'X') continue;
    const marked = holdsAll(readOrNothing(`${root}/${name}/environ`), marks);
    entries.push({ pid: Number(name), parent: Number(parent), started: fields[19] ?? '', marked });
  }
  return entries;
}

function holdsAll(environ: string, marks: readonly string[]): boolean {
  const text = `\0${environ}\0`;
  return marks.every((mark) => text.includes(`\0${mark}\0`));
}

/** Empty when there is nothing to read: the process has gone, or belongs to somebody else. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
