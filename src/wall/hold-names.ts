/**
 * Holds frozen names that do not exist, by empty folders: only what exists can be bound.
 *
 * H1. Nothing but an empty folder is ever removed, and only one that was made here.
 * H2. What several commands at once need is removed after the last of them: once it is gone, so is what was bound to it.
 */
import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import type { FrozenPath } from './resolve-confinement.ts';

/** How many commands need each of the folders that were made. */
const needed = new Map<string, number>();

/** Makes the folders. Shape: what removes them. Errors: those of the file system; nothing is left then. */
export function holdNames(frozen: readonly FrozenPath[]): () => void {
  const taken: string[] = [];
  const release = (): void => {
    for (const path of taken.splice(0).toReversed()) {
      const count = (needed.get(path) ?? 1) - 1;
      if (count > 0) {
        needed.set(path, count);
      } else {
        needed.delete(path);
        unlessRefused(() => rmdirSync(path));
      }
    }
  };
  try {
    for (const path of frozen.flatMap(placesOf)) {
      if (make(path) || needed.has(path)) {
        needed.set(path, (needed.get(path) ?? 0) + 1);
        taken.push(path);
      }
    }
    return release;
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** The paths of an entry that may have to be made, the widest first; also those that somebody made a moment ago. */
function placesOf({ path, missing, isFolder }: FrozenPath): readonly string[] {
  const places = missing.length > 0 || isFolder ? [path] : [];
  for (let count = 1; count < missing.length; count += 1) places.unshift(dirname(places[0] ?? path));
  return places;
}

function make(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}
