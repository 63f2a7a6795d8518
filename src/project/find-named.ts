import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { ARTIFACT_FOLDERS } from '../framework/tables/artifact-folders.ts';
import { systemCodeOf } from '../util/error.ts';
import { ProjectError } from './project-error.ts';
import { walkFiles } from './walk-files.ts';

const MAX_DEPTH = 20;
/** Units: folders. Of a project that has more, files are named. */
const MAX_FOLDERS = 50_000;
/** Of others, of git, of runs, or of what they make. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', '.wfmap', ...ARTIFACT_FOLDERS]);

/**
 * Finds all files below a folder whose names fit a pattern.
 *
 * Shape: paths from the folder with forward slashes, sorted. Linked folders are not entered, so that no circle is walked.
 * Errors: throws {@link ProjectError} when the folder itself cannot be listed; others that cannot are passed over.
 */
export function findNamed(root: string, pattern: RegExp): readonly string[] {
  const files = walkFiles({
    maxDepth: MAX_DEPTH,
    maxFolders: MAX_FOLDERS,
    enters: (name) => !SKIPPED.has(name),
    list: (folder) => list(root, folder),
  });
  return [...files].filter((path) => pattern.test(path.slice(path.lastIndexOf('/') + 1))).toSorted();
}

function list(root: string, folder: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (thrown) {
    if (folder !== '' && systemCodeOf(thrown) !== undefined) return [];
    throw new ProjectError('unreadable-file', `The folder "${root}" cannot be listed.`, { cause: thrown });
  }
}
