import type { ProcessEntry } from './process-entry.ts';
import { listAll, type PsRow } from './ps.ts';

/** Lists processes with `ps`. Errors: throws when it cannot be run. */
export function listDarwin(
  marks: readonly string[],
  rows: readonly PsRow[] = listAll(),
): readonly ProcessEntry[] {
  return rows.map(({ pid, parent, group, started, words }) => {
    const entries = new Set(words);
    const marked = marks.length > 0 && marks.every((mark) => entries.has(mark));
    return { pid, parent, group, session: undefined, started, marked };
  });
}
