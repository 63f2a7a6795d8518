import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';

const MAX_DEPTH = 8;
/** Units: folders, and files. What a project has beyond that is not offered. */
const MAX_FOLDERS = 1_000;
const MAX_FILES = 2_000;
/** Of others, of runs, or made. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'target',
  'vendor',
  'coverage',
]);

/**
 * Finds files of a project by the ends of their names, those near the root first.
 *
 * Shape: paths from the root with forward slashes. Linked and hidden folders are not entered, but for `.sdlc`.
 * Errors: none thrown; what cannot be listed is passed over.
 */
export function findFiles(root: string, ends: readonly string[]): readonly string[] {
  const found: string[] = [];
  let folders = 0;
  let level: readonly string[] = [''];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      folders += 1;
      if (folders > MAX_FOLDERS || found.length >= MAX_FILES) return found;
      for (const entry of list(join(root, folder))) {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory()) {
          const isHidden = entry.name.startsWith('.') && entry.name !== '.sdlc';
          if (!isHidden && !SKIPPED.has(entry.name)) next.push(`${path}/`);
        } else if (ends.some((end) => entry.name.endsWith(end))) found.push(path);
      }
    }
    level = next;
  }
  return found;
}

function list(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    if (systemCodeOf(thrown) !== undefined) return [];
    throw new ProjectError('unreadable-file', `The folder "${folder}" cannot be listed.`, { cause: thrown });
  }
}
