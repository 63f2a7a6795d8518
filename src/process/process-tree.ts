import type { ProcessEntry } from './platform/process-entry.ts';

/**
 * Finds the marked processes, those in `roots`, and all their descendants.
 *
 * Shape: in the order of `entries`; a process that is its own ancestor (a torn listing) counts once.
 */
export function processTree(
  entries: readonly ProcessEntry[],
  roots: ReadonlySet<number>,
): readonly ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const found = new Set(entries.filter((entry) => entry.marked || roots.has(entry.pid)));
  // A set that grows while it is walked is walked to its new end.
  for (const entry of found) {
    for (const child of children.get(entry.pid) ?? []) found.add(child);
  }
  return entries.filter((entry) => found.has(entry));
}
