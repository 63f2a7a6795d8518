import { lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { digestOf } from '../../journal/source-store.ts';
import { isWithin } from '../../project/is-within.ts';
import { ProjectError } from '../../project/project-error.ts';
import { readText } from '../../project/read-text.ts';
import { refuseWayOut } from '../../project/write-text.ts';
import { unlessRefused } from '../../util/unless-refused.ts';

/** A file of a project that may be written. Shape: paths are from the root, with forward slashes. */
export interface ProjectFile {
  /** As it is named. */
  readonly path: string;
  /** Where links lead; the same where there are none. */
  readonly real: string;
  /** Undefined if the file does not exist. */
  readonly text: string | undefined;
  /** The permissions of the file; undefined if it does not exist. */
  readonly mode: number | undefined;
}

/** Units: bytes. No instructions and no settings are larger. */
const MAX_BYTES = 1_048_576;

/**
 * Looks at a file that is to be written, and at what stands there.
 *
 * Errors: throws {@link ProjectError} for what cannot be read whole, leads out of the project, or is no regular file.
 */
export function lookAtFile(root: string, path: string): ProjectFile {
  const named = join(root, path);
  const there = unlessRefused(() => lstatSync(named));
  const isLink = there?.isSymbolicLink() === true;
  if (!isLink) refuseWayOut(root, named);
  if (there === undefined) {
    refuseNoFolder(root, path);
    return { path, real: realFolder(root, path), text: undefined, mode: undefined };
  }
  const real = isLink ? followed(root, path) : named;
  const stats = statSync(real);
  if (!stats.isFile())
    throw refusal(path, stats.isDirectory() ? 'it is a folder' : 'it is not a regular file');
  const mode = stats.mode & 0o777;
  const text = readText(real, MAX_BYTES);
  return { path, real: relative(realpathSync.native(root), realpathSync.native(real)), text, mode };
}

/** Why a file that is there is not to be replaced; undefined where it may be. */
export function faultOfMode({ path, mode }: ProjectFile): string | undefined {
  // Anyone who can write to the folder could still replace a read-only file; its owner did not intend that.
  if (mode === undefined || (mode & 0o222) !== 0) return undefined;
  return `"${path}" cannot be written: it is read-only. Make it writable, or leave it as it is.`;
}

/** The digest of what stands at a path that has no link in it; undefined for nothing, and for what `init` cannot have written. */
export function digestAt(path: string): string | undefined {
  const stats: Stats | undefined = unlessRefused(() => lstatSync(path));
  if (stats?.isFile() !== true || stats.size > MAX_BYTES) return undefined;
  return digestOf(readText(path, MAX_BYTES));
}

/** Where a link leads, in the project. */
function followed(root: string, path: string): string {
  const real = unlessRefused(() => realpathSync.native(join(root, path)));
  const top = realpathSync.native(root);
  if (real === undefined)
    throw refusal(path, 'it is a link that leads to no file', 'Remove the link, or make the file.');
  if (isWithin(top, real)) return real;
  throw refusal(path, `it is a link that leads out of the project, to "${real}"`, 'Put a file in its place.');
}

/** A path that is not there yet: some part of it must be a folder. */
function refuseNoFolder(root: string, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const stats = unlessRefused(() => statSync(join(root, folder)));
    if (stats?.isDirectory() === true) return;
    if (stats !== undefined) throw refusal(path, `"${folder}" is not a folder`);
  }
}

function realFolder(root: string, path: string): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const real = unlessRefused(() => realpathSync.native(join(root, folder)));
    if (real !== undefined)
      return join(relative(realpathSync.native(root), real), path.slice(folder.length + 1));
  }
  return path;
}

function refusal(path: string, why: string, help?: string): ProjectError {
  return new ProjectError(
    'unwritable-file',
    `"${path}" cannot be written: ${why}.`,
    help === undefined ? {} : { help },
  );
}
