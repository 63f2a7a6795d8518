/**
 * The run directory: where a run keeps what it leaves.
 *
 * S1. `.wfmap/.gitignore` is on disk before anything else in `.wfmap`: agents run `git add -A`.
 * S2. A number is claimed by making its folder, so two runs never share one.
 * S3. When a run directory is given out, its folder and all folders above it are on disk.
 */
import { basename, extname, join, relative, sep } from 'node:path';
import { systemCodeOf } from '../util/error.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';
import { VALUES_FOLDER } from './large-values.ts';
import { SOURCES_FOLDER } from './source-store.ts';

/**
 * Shape: `folder` is absolute; `path` the same from the work root, with forward slashes and one at the end;
 * `name` is `<map>/slip-003`.
 */
export interface RunDirectory {
  readonly folder: string;
  readonly path: string;
  readonly name: string;
}

/** A folder that holds the runs of one map, as parts of the path from the work root. */
export interface RunsFolder {
  readonly map: string;
  readonly parts: readonly string[];
}

/** Maps in `.sdlc/workflows/<scope>/` keep their runs in `.sdlc/workslips/<scope>/`; all others in `.wfmap/runs`. */
export function runsFolderOf(workRoot: string, mapPath: string): RunsFolder {
  const parts = relative(workRoot, mapPath).split(sep);
  const [sdlc, workflows, scope, file] = parts;
  const map = file && /^(.+)-map\.(?:json|wfmap)$/s.exec(file)?.[1];
  if (parts.length === 4 && sdlc === '.sdlc' && workflows === 'workflows' && scope && map) {
    return { map, parts: ['.sdlc', 'workslips', scope, `${map}-slips`] };
  }
  const name = mapNameOf(mapPath);
  return { map: name, parts: ['.wfmap', 'runs', name] };
}

/** The run directory of that name. */
export function runDirectoryIn(workRoot: string, runs: RunsFolder, name: string): RunDirectory {
  const path = [...runs.parts, name].join('/');
  return { folder: join(workRoot, path), path: `${path}/`, name: `${runs.map}/${name}` };
}

/** Units: undefined for a name that is not one of a run directory. More than nine digits are none: numbers stay exact. */
export function runNumberOf(name: string): number | undefined {
  const digits = /^slip-(\d{1,9})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Makes the next free run directory of a map. Errors: throws `storage-failed`. */
export function claimRunDirectory(fs: FileSystem, workRoot: string, mapPath: string): RunDirectory {
  const runs = runsFolderOf(workRoot, mapPath);
  const parent = join(workRoot, ...runs.parts);
  return withStorage('make a folder for the run', parent, () => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      makeFolders(fs, workRoot, runs.parts);
      const numbers = fs.list(parent).map((name) => runNumberOf(name) ?? 0);
      const next = 1 + numbers.reduce((a, b) => Math.max(a, b), 0);
      const directory = runDirectoryIn(workRoot, runs, `slip-${String(next).padStart(3, '0')}`);
      if (!canMake(fs, directory.folder)) continue;
      fs.syncFolder(parent);
      return directory;
    }
    throw new JournalError('storage-failed', `No number is free in "${parent}".`, { path: parent });
  });
}

/** Makes a run directory again after it was removed. Errors: throws `storage-failed`, and system errors. */
export function makeRunDirectory(
  { fs, workRoot }: { readonly fs: FileSystem; readonly workRoot: string },
  { path }: RunDirectory,
): void {
  makeFolders(
    fs,
    workRoot,
    path.split('/').filter((part) => part !== ''),
  );
}

/**
 * Removes a run directory that nothing was journaled in, and the folder of its map when that is empty.
 *
 * Errors: throws `storage-failed`; the folder is then no run and harms nobody.
 */
export function discardRunDirectory(fs: FileSystem, directory: RunDirectory): void {
  withStorage('remove the folder of the run', directory.folder, () => {
    removeTree(fs, directory.folder);
    const parent = join(directory.folder, '..');
    if (fs.list(parent).length > 0) return;
    try {
      fs.remove(parent);
    } catch (thrown) {
      // Another run has claimed a number there since.
      if (systemCodeOf(thrown) !== 'ENOTEMPTY' && systemCodeOf(thrown) !== 'ENOENT') throw thrown;
    }
  });
}

const MAX_TURNS = 1000;

/** False when somebody else has made it, or has removed the folder above it with a discarded run. */
function canMake(fs: FileSystem, path: string): boolean {
  try {
    fs.makeFolder(path);
    return true;
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw thrown;
  }
}

/** Makes folders below the work root, each on disk before the next; `.wfmap` is ignored by git from the start (S1). */
export function makeFolders(fs: FileSystem, workRoot: string, parts: readonly string[]): void {
  let parent = workRoot;
  for (const part of parts) {
    const folder = join(parent, part);
    if (!canMake(fs, folder) && fs.kindOf(folder) === 'file') {
      throw new JournalError('storage-failed', `A file stands where a folder is needed: "${folder}".`, {
        path: folder,
      });
    }
    // Also for one that is there: who made it may have died before its name was on disk (S3).
    fs.syncFolder(parent);
    if (part === '.wfmap') ignoreAll(fs, folder);
    parent = folder;
  }
}

/** A blank file is what a crash left; any other content is the user's own. Two at once write it twice, which says the same. */
function ignoreAll(fs: FileSystem, folder: string): void {
  const path = join(folder, '.gitignore');
  const isThere = fs.kindOf(path) === 'file';
  if (isThere && !isBlank(fs.readPart(path, 0, 1024))) return;
  const file = fs.open(path, 'append');
  try {
    file.truncate(0);
    file.write(Buffer.from('*\n'));
    file.sync();
  } finally {
    file.close();
  }
  fs.syncFolder(folder);
}

/** A power cut may leave zeros where text was to stand. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0 || byte === 10);
}

/** A run directory that nothing was journaled in holds files, and folders of sources and values. No other is looked into. */
function removeTree(fs: FileSystem, folder: string): void {
  for (const inner of [SOURCES_FOLDER, VALUES_FOLDER]) {
    for (const name of fs.list(join(folder, inner))) fs.remove(join(folder, inner, name));
  }
  for (const name of fs.list(folder)) fs.remove(join(folder, name));
  fs.remove(folder);
}

/**
 * The name under which runs of a map are kept: the file's name without extension and without `-map`.
 *
 * Shape: always one plain folder name; what would be none (`..json`) is `map`.
 */
export function mapNameOf(mapPath: string): string {
  const file = basename(mapPath);
  const name = file.slice(0, file.length - extname(file).length).replace(/-map$/, '');
  return name === '' || name === '.' || name === '..' ? 'map' : name;
}
