import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Birth } from './births.ts';
import { listDarwin } from './list-darwin.ts';
import { walkLinux, type Walk } from './list-linux.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * Lists the living processes of this machine; `marked` are those whose environment holds all of `marks`.
 *
 * Shape: with a `birth` those alone that may be of that child, and this process, where the system can tell them quickly.
 */
export function listProcesses(marks: readonly string[], birth?: Birth): readonly ProcessEntry[] {
  if (process.platform === 'darwin') return listDarwin(marks);
  const walk = walkLinux({ marks, birth });
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
  }
}

/** The same for certain, in slices between which others have their turn. */
export async function listAllProcesses(
  marks: readonly string[],
  birth?: Birth,
): Promise<readonly ProcessEntry[]> {
  return process.platform === 'darwin'
    ? listDarwin(marks)
    : await inSlices(walkLinux({ marks, birth, isSure: true }));
}

/** Units: ms. */
const SLICE_MS = 2;

/** Walks to the end; others have their turn after each two milliseconds. */
export async function inSlices(walk: Walk): Promise<readonly ProcessEntry[]> {
  let startedAt = performance.now();
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value;
    if (performance.now() - startedAt > SLICE_MS) {
      await nextTurn();
      startedAt = performance.now();
    }
  }
}
