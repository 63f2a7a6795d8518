import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Where git keeps what it knows of a work tree.
 *
 * Shape: absolute paths; `own` is that of the work tree, `common` that of the repository, the same but for worktrees.
 * `link` is the file `.git` that names the folder; absent where that is the folder itself.
 */
export interface GitFolders {
  readonly own: string;
  readonly common: string;
  readonly link?: string;
}

/** Units: bytes. What git writes into such files is far below this. */
const MAX_BYTES = 4096;

/** Those of the work tree that a folder is in, read without starting git; undefined outside of git. */
export function gitFoldersOf(folder: string): GitFolders | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = foldersAt(join(at, '.git'));
    if (found !== undefined || at === dirname(at)) return found;
  }
}

function foldersAt(git: string): GitFolders | undefined {
  if (isFolder(git)) return { own: git, common: git };
  const own = gitFolderOf(git);
  // What such a file names is only taken for what git has made.
  if (own === git || readSmallFile(join(own, 'HEAD')) === undefined) return undefined;
  const common = readSmallFile(join(own, 'commondir'))?.trim();
  return { own, common: common === undefined ? own : resolve(own, common), link: git };
}

/** In a worktree or submodule `.git` is a file that names the folder. */
export function gitFolderOf(git: string): string {
  const target = /^gitdir: (.+)$/m.exec(readSmallFile(git) ?? '')?.[1]?.trim();
  return target === undefined ? git : resolve(dirname(git), target);
}

/** The first 4 KiB of a file of git's; undefined where there is none. */
export function readSmallFile(path: string): string | undefined {
  try {
    // Reading anything but a file could wait for ever.
    return statSync(path).isFile() ? readFileSync(path, 'utf8').slice(0, MAX_BYTES) : undefined;
  } catch {
    // That there is none is a fact, not a fault: the folder may be outside git.
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
