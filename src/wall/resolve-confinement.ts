/**
 * Finds out what the paths of a confinement are.
 *
 * Nothing is changed here, and nothing is said about how a wall enforces it.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute } from 'node:path';
import type { Confinement } from './confinement.ts';
import { followPath, type Followed } from './follow-path.ts';
import { WallError } from './wall-error.ts';
import { isWithin } from './path-parts.ts';

/** A confinement whose paths are real ones, free of links. */
export interface ResolvedConfinement {
  readonly folder: string;
  /** Undefined where temporary files stay where they are. */
  readonly temporary: string | undefined;
  /** Roots of what may be written: `/` alone for all of it. None is in what is frozen. */
  readonly writable: readonly WrittenPath[];
  /** What stays as it is, and is in a writable folder; none is in another. */
  readonly frozen: readonly FrozenPath[];
  /** Folders that stay as they are but for their sub-folders, since a link in them is frozen. */
  readonly sealed: readonly SealedFolder[];
  readonly hidden: readonly HiddenPath[];
  /** What is seen wherever it is, and is in nothing that is writable. */
  readonly visible: readonly string[];
  /** Whether the folder is an overlay. It is among what is writable then, and what is frozen in it stays as it is outside. */
  readonly overlay: boolean;
}

export interface WrittenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Shape: `missing` are the names at the end of `path` that do not exist yet; `hardLinks` counts its names, of a file. */
export interface FrozenPath {
  readonly path: string;
  readonly missing: readonly string[];
  readonly isFolder: boolean;
  readonly hardLinks: number;
}

/** Shape: `link` is the name of the link that is frozen; `folders` are the paths of the sub-folders. */
export interface SealedFolder {
  readonly path: string;
  readonly link: string;
  readonly folders: readonly string[];
}

export interface HiddenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** A second for each thousand, and bwrap takes no more than 3,000 at all: of more files their folder is frozen. */
const MAX_PATHS = 500;
/** What the kernel makes up, and is no part of a project. */
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev'];

/** Errors: `path-refused`, `path-missing` and `too-many-paths`. */
export function resolveConfinement(confinement: Confinement): ResolvedConfinement {
  const hidden = confinement.hidden ?? [];
  const overlay = confinement.overlay === true;
  const folder = folderOf(confinement.folder, 'working');
  const asked = confinement.writable === 'all' ? ['/'] : confinement.writable;
  const roots = overlay ? [...asked, folder] : asked;
  for (const list of [roots, confinement.frozen, hidden]) checkCount(list);
  const written = outermost(roots.map(writtenOf));
  if (overlay && !written.some(({ path }) => path === folder)) {
    throw refused(folder, 'is in a writable folder, so that it cannot be an overlay');
  }
  const isWritable = (path: string): boolean => written.some((root) => isWithin(root.path, path));
  const followed = confinement.frozen.map((path) => followPath(checked(path)));
  const frozen = outermost(followed.map(frozenOf).filter(({ path }) => isWritable(path)));
  const isFrozen = (path: string): boolean => frozen.some((one) => isWithin(one.path, path));
  const links = followed.flatMap((each) => each.links);
  // In an overlay a link may come to lead elsewhere: where it led stays as it is, and what it was outside too.
  const isKept = (link: string): boolean => isWritable(link) && !(overlay && isWithin(folder, link));
  const sealed = links.filter((link) => isKept(link) && !isFrozen(link)).map(sealedOf);
  return {
    folder,
    overlay,
    temporary: confinement.temporary === 'shared' ? undefined : folderOf(confinement.temporary, 'temporary'),
    writable: written.filter(({ path }) => !isFrozen(path)),
    frozen,
    sealed: [...new Map(sealed.map((one) => [one.path, one])).values()],
    hidden: outermost(hidden.flatMap(hiddenOf)),
    visible: visibleOf(confinement, written),
  };
}

function checkCount(paths: readonly string[]): void {
  if (paths.length <= MAX_PATHS) return;
  throw new WallError(
    'too-many-paths',
    `A wall takes ${MAX_PATHS} paths of a kind, and not ${paths.length}.`,
    'Name the folders that they are in.',
  );
}

/** Those that are in none of the others. */
function outermost<T extends { readonly path: string }>(all: readonly T[]): readonly T[] {
  const found = [...new Map(all.map((one) => [one.path, one])).values()];
  return found.filter(
    ({ path }) => !found.some((other) => other.path !== path && isWithin(other.path, path)),
  );
}

function writtenOf(asked: string): WrittenPath {
  const { real, stats } = existing(asked, 'writable');
  if (KERNEL_FOLDERS.some((folder) => isWithin(folder, real))) {
    throw refused(asked, 'belongs to the kernel, and no wall opens it');
  }
  return { path: real, isFolder: stats?.isDirectory() ?? false };
}

function frozenOf({ real, missing, stats }: Followed): FrozenPath {
  return {
    path: real,
    missing,
    isFolder: stats?.isDirectory() ?? false,
    hardLinks: stats?.isFile() === true ? stats.nlink : 1,
  };
}

function sealedOf(link: string): SealedFolder {
  const folder = dirname(link);
  if (folder === '/') throw refused(link, 'is a link in the root folder, which cannot be frozen');
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
  checkCount(folders);
  return { path: folder, link: basename(link), folders };
}

/** What does not exist need not be hidden. */
function hiddenOf(asked: string): readonly HiddenPath[] {
  const { real, stats } = followPath(checked(asked));
  if (real === '/') throw refused(asked, 'holds everything, the program itself too');
  return stats === undefined ? [] : [{ path: real, isFolder: stats.isDirectory() }];
}

/** Whoever cannot look into a folder has no use for seeing it. */
function visibleOf({ visible = [] }: Confinement, written: readonly WrittenPath[]): readonly string[] {
  const found = visible.flatMap((path) => {
    try {
      const { real, stats } = followPath(checked(path));
      return stats === undefined ? [] : [{ path: real }];
    } catch (thrown) {
      if (thrown instanceof WallError) return [];
      throw thrown;
    }
  });
  const isWritten = (path: string): boolean =>
    written.some((root) => root.path !== '/' && isWithin(root.path, path));
  return outermost(found)
    .map(({ path }) => path)
    .filter((path) => !isWritten(path));
}

function folderOf(asked: string, what: string): string {
  const { real, stats } = existing(asked, what);
  if (stats?.isDirectory() !== true) throw refused(asked, `is not a folder, which the ${what} one must be`);
  return real;
}

function existing(asked: string, what: string): Followed {
  const followed = followPath(checked(asked));
  if (followed.stats !== undefined) return followed;
  throw new WallError(
    'path-missing',
    `The ${what} folder "${asked}" does not exist.`,
    'Make it before the process starts, or leave it out.',
  );
}

function checked(path: string): string {
  if (isAbsolute(path) && !path.includes('\0')) return path;
  throw refused(path, 'is not an absolute path');
}

function refused(path: string, why: string): WallError {
  return new WallError('path-refused', `${JSON.stringify(path)} ${why}.`, 'Name another path.');
}
