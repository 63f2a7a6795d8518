import type { Dirent } from 'node:fs';

/** How far a walk goes, and what it enters. Units: folders below one another, and folders in all. */
export interface Walk {
  readonly maxDepth: number;
  readonly maxFolders: number;
  /** By the name of a folder. */
  readonly enters: (name: string) => boolean;
  /** What is in a folder, by its path from the root, which is empty or ends with a slash. */
  readonly list: (folder: string) => readonly Dirent[];
}

/**
 * Lists the files below a folder, those near it first.
 *
 * Shape: paths from the folder with forward slashes. Linked folders are not entered, so that no circle is walked.
 */
export function* walkFiles({ maxDepth, maxFolders, enters, list }: Walk): Iterable<string> {
  let folders = 0;
  let level: readonly string[] = [''];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > maxFolders) return;
      for (const entry of list(folder)) {
        const path = `${folder}${entry.name}`;
        if (!entry.isDirectory()) yield path;
        else if (enters(entry.name)) next.push(`${path}/`);
      }
    }
    level = next;
  }
}
