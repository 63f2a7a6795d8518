import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';
import { walkFiles } from './walk-files.ts';

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
  const files = walkFiles({
    maxDepth: MAX_DEPTH,
    maxFolders: MAX_FOLDERS,
    enters: (name) => !SKIPPED.has(name) && (!name.startsWith('.') || name === '.sdlc'),
    list: (folder) => list(join(root, folder)),
  });
  for (const path of files) {
    if (ends.some((end) => path.endsWith(end))) found.push(path);
    if (found.length >= MAX_FILES) break;
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
