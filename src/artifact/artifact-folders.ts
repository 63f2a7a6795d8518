import { join, sep } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { writeWhole } from '../journal/write-whole.ts';
import { systemCodeOf } from '../util/error.ts';

/** Where artifacts may be written. `realPath` follows links, and throws for what is not there. */
export interface ArtifactPlace {
  /** Absolute: the folder that their paths begin in. */
  readonly root: string;
  /** Folders that git ignores from the start if they are made here, from the root: agents and maps commit all that is there. */
  readonly ignored: ReadonlySet<string>;
  readonly realPath: (path: string) => string;
}

/** What a killed process leaves of the rule that hides a folder from git. */
export const IGNORE_DRAFT = '.gitignore.tmp';

/**
 * Makes the folder of a file, and those above it; whether that lies in the root, wherever links lead.
 *
 * Errors: system errors.
 */
export function makeFolderOf(
  fs: FileSystem,
  { root, realPath, ignored }: ArtifactPlace,
  path: string,
): boolean {
  const real = realPath(root);
  let folder = root;
  const parts = path.split('/').slice(0, -1);
  for (const [at, part] of parts.entries()) {
    folder = join(folder, part);
    if (fs.kindOf(folder) === undefined) makeFolder(fs, folder);
    if (!isWithin(realPath(folder), real)) return false;
    if (ignored.has(parts.slice(0, at + 1).join('/'))) ignoreAll(fs, folder);
  }
  return true;
}

function makeFolder(fs: FileSystem, folder: string): void {
  try {
    fs.makeFolder(folder);
  } catch (thrown) {
    // Another run made it meanwhile.
    if (systemCodeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

/** Whoever made the folder by hand has something in it; a run that died in here leaves a draft at most. */
function ignoreAll(fs: FileSystem, folder: string): void {
  const path = join(folder, '.gitignore');
  if (fs.list(folder).every((name) => name === IGNORE_DRAFT)) writeWhole(fs, path, '*\n', false);
}

/** Whether a path is a folder or lies in it; both without links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
