import type { TaskEffects } from '../program/task-effects.ts';

/**
 * An execution at work in a folder, and what others may change that are at work there meanwhile.
 *
 * Shape: `effects` are undefined for one that may change anything.
 */
export interface AtWork extends Worker {
  readonly folder: string;
  /** The others. */
  readonly beside: Set<Worker>;
  /** Whether it is to work in a throw-away copy of the folder instead, and where that is once it is made. Absolute. */
  wantsCopy: boolean;
  copy: string | undefined;
}

/** Who is at work, and what it may change. Shape: `name` is for messages. */
interface Worker {
  readonly name: string;
  readonly effects: TaskEffects | undefined;
}

/**
 * Takes down that an execution begins to work, once: whoever is at work in the same folder may change files meanwhile.
 *
 * `isOpen` tells of a start whether its execution is still under way; others are forgotten.
 */
export function beginWork(
  all: Map<number, AtWork>,
  start: number,
  { folder, name, effects, wantsCopy }: Omit<AtWork, 'beside' | 'copy'>,
  isOpen: (start: number) => boolean,
): void {
  if (all.has(start)) return;
  const own: AtWork = { folder, name, effects, wantsCopy, copy: undefined, beside: new Set() };
  for (const [other, at] of all) {
    if (!isOpen(other)) {
      all.delete(other);
      continue;
    }
    if (at.folder !== folder) continue;
    at.beside.add({ name, effects });
    own.beside.add({ name: at.name, effects: at.effects });
  }
  all.set(start, own);
}
