import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';

const MAX_DEPTH = 20;
/** Units: folders. Of a project that has more, files are named. */
const MAX_FOLDERS = 50_000;
/** Of others, of runs, or of git. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.wfmap', '.map']);

/**
 * Finds all files below a folder whose names fit a pattern.
 *
 * Shape: paths from the folder with forward slashes, sorted. Linked folders are not entered, so that no circle is walked.
 * Errors: throws {@link ProjectError} when the folder itself cannot be listed; others that cannot are passed over.
 */
export function findNamed(root: string, pattern: RegExp): readonly string[] {
  const found: string[] = [];
  let folders = 0;
  let level: readonly string[] = [''];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > MAX_FOLDERS) break;
      for (const entry of list(root, folder)) {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory()) {
          if (!SKIPPED.has(entry.name)) next.push(`${path}/`);
        } else if (pattern.test(entry.name)) found.push(path);
      }
    }
    level = next;
  }
  return found.toSorted();
}

function list(root: string, folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (thrown) {
    if (folder !== '' && systemCodeOf(thrown) !== undefined) return [];
    throw new ProjectError('unreadable-file', `The folder "${root}" cannot be listed.`, { cause: thrown });
  }
}
