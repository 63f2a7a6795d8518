/**
 * What a task may write, as a confinement: from what its map says, and where things lie.
 *
 * K1. What decides about a run is frozen to its tasks: its folder, and what makes git run programs (hooks, settings, attributes).
 * K2. A path that is not a folder is written by its folder, since a file is replaced there. What else is in that folder is
 *     frozen where that can be; what is new there is found by the comparison.
 * K3. What git ignores and is there is writable, as it is outside of the comparison: a reviewer runs builds and tests, and these
 *     write there. Folders of tools that start programs are not.
 * K4. A task that may write nothing works on an overlay of its folder where that can be: there, all that tests and builds
 *     write is written, and discarded. Git's folder and those of runs are not part of it.
 * K5. In a throw-away copy of the folder everything is writable, and what git ignores in the folder itself, since that is linked.
 * K6. What a wall cannot do is left to the comparison as a whole: Landlock holds no task that may write around what is
 *     frozen, since nothing new could be made there.
 */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GitFolders } from '../../git/git-folders.ts';
import { OF_TOOLS } from '../../git/worktree/make-copy.ts';
import type { WalledTask } from '../../run/host/task-walls.ts';
import type { TaskEffects } from '../../run/program/task-effects.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import type { Confinement } from '../../wall/confinement.ts';
import { resolveInside } from '../../wall/resolve-inside.ts';
import type { WallKind } from '../../wall/wall.ts';
import { isWithin } from '../../wall/path-parts.ts';

/** What a confinement depends on beside the task. Shape: absolute paths. */
export interface Surroundings {
  readonly kind: WallKind;
  /** Whether a folder can be an overlay here. */
  readonly canOverlay: (folder: string) => boolean;
  /** Undefined outside of git. */
  readonly git: GitFolders | undefined;
  /** Caches, which every task may write. */
  readonly caches: readonly string[];
  /** What Claude Code writes of its own, and what of it stays as it is. */
  readonly claude: { readonly writable: readonly string[]; readonly frozen: readonly string[] };
  /** Files and folders that decide about runs and are not those of a run. */
  readonly guarded: readonly string[];
  /** What is to be seen below `/tmp` too. */
  readonly visible: readonly string[];
}

/** More are left to the comparison: each is a mount. */
const MAX_BESIDE = 100;
const MAX_IGNORED = 100;

/** Undefined where the wall cannot hold the task (K6). Errors: a `WallError` for a path that leads out of the folder. */
export function confineTask(task: WalledTask, around: Surroundings): Confinement | undefined {
  if (task.copyOf !== undefined) return confineTo(['.'], task, around);
  const writes = task.effects?.writes ?? 'anything';
  if (writes === 'nothing' && isDiscarded(task, around)) return confineToOverlay(task, around);
  if (writes !== 'anything') return confineTo(writes === 'nothing' ? [] : writes, task, around);
  if (around.kind === 'landlock') return undefined;
  const { folder, effects } = task;
  const frozen = [
    ...frozenAlways(task, around),
    ...(effects === undefined ? [] : frozenOf(effects, folder)),
    ...(effects === undefined || effects.mayCommit ? [] : commitsOf(around.git)),
  ];
  return { folder, writable: 'all', frozen, temporary: 'shared' };
}

/** Whether what a task writes in its folder can be discarded: nobody else changes it meanwhile, and nothing in it has to last. */
function isDiscarded({ effects, folder, isAgent, isAlone }: WalledTask, around: Surroundings): boolean {
  const { claude, canOverlay } = around;
  if (!isAlone || effects?.mayCommit === true) return false;
  if (isAgent && claude.writable.some((path) => isWithin(folder, path) || isWithin(path, folder)))
    return false;
  return canOverlay(folder);
}

function confineToOverlay({ folder, runFolder, isAgent }: WalledTask, around: Surroundings): Confinement {
  const { git, claude, caches, visible } = around;
  const ownGit = git === undefined ? [] : [git.own, git.common];
  const outside = [...caches, ...(isAgent ? claude.writable : [])];
  const isApart = (path: string): boolean =>
    [folder, runFolder].every((one) => !isWithin(one, path) && !isWithin(path, one));
  return {
    folder,
    overlay: true,
    writable: outside.filter(isApart),
    frozen: [runFolder, join(folder, '.wfmap'), ...ownGit].filter(existsSync),
    temporary: 'own',
    visible: [folder, ...visible, ...ownGit],
  };
}

function confineTo(
  writes: readonly string[],
  task: WalledTask,
  around: Surroundings,
): Confinement | undefined {
  const { folder, effects, isAgent } = task;
  const { kind, git, claude, caches, visible } = around;
  const mayCommit = effects?.mayCommit === true;
  const ownGit = git === undefined ? [] : [git.own, git.common];
  const opened = openedBy(writes, folder);
  const ignored = ignoredBy(task);
  const outside = [...caches, ...(isAgent ? claude.writable : [])];
  const closed = [task.runFolder, ...(mayCommit ? [] : ownGit)];
  const isOpened = (path: string): boolean => opened.folders.some((one) => isWithin(one, path));
  if (kind === 'landlock' && closed.some(isOpened)) return undefined;
  return {
    folder,
    writable: [
      ...opened.folders,
      ...ignored,
      ...(mayCommit ? committedIn(git, kind) : []),
      // A cache that the project lies in would open all of it.
      ...outside.filter((path) => !isWithin(path, folder) && !isWithin(path, task.runFolder)),
    ],
    frozen:
      kind === 'landlock'
        ? []
        : [
            ...frozenAlways(task, around),
            ...closed,
            ...opened.beside,
            ...(effects === undefined ? [] : frozenOf(effects, folder)),
          ],
    temporary: 'own',
    visible: [folder, ...visible, ...ownGit],
  };
}

/** The nearest to the top come first: where there are too many, these count most. */
function ignoredBy({ folder, copyOf = folder, runFolder, ignored }: WalledTask): readonly string[] {
  return ignored
    .filter((path) => !OF_TOOLS.test(path))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
    .map((path) => join(copyOf, path))
    .filter((path) => !isWithin(path, runFolder) && isFileOrFolder(path))
    .slice(0, MAX_IGNORED);
}

/** A link may lead anywhere, and went with what it leads to. */
function isFileOrFolder(path: string): boolean {
  const entry = unlessRefused(() => lstatSync(path));
  return entry !== undefined && (entry.isDirectory() || entry.isFile());
}

function frozenAlways({ isAgent, runFolder }: WalledTask, { git, claude, guarded }: Surroundings) {
  return [runFolder, ...programsOf(git), ...(isAgent ? [...claude.frozen, ...guarded] : [])];
}

function frozenOf({ frozen }: TaskEffects, folder: string): readonly string[] {
  return frozen.map((path) => join(folder, path));
}

/** What makes git run programs. A name that does not exist is held by a folder, which git must not trip over. */
function programsOf(git: GitFolders | undefined): readonly string[] {
  if (git === undefined) return [];
  const { own, common, link } = git;
  const files = [
    ...(link === undefined ? [] : [link]),
    join(common, 'config'),
    // Of a worktree: where its repository lies.
    ...(own === common ? [] : [join(own, 'commondir'), join(own, 'gitdir')]),
  ];
  const ofWorktrees = [own, common].map((folder) => join(folder, 'config.worktree'));
  return [join(common, 'hooks'), join(common, 'info'), ...[...files, ...ofWorktrees].filter(existsSync)];
}

/**
 * What must be writable for commits.
 *
 * Landlock freezes nothing in what is writable. In a worktree that leaves hooks, configuration and `info` read-only all the
 * same, since they lie elsewhere; in the checkout itself git makes its locks beside them.
 */
function committedIn(git: GitFolders | undefined, kind: WallKind): readonly string[] {
  if (git === undefined) return [];
  const { own, common } = git;
  if (kind !== 'landlock' || own === common) return [own, common];
  const shared = ['objects', 'refs', 'logs', 'reftable'].map((name) => join(common, name));
  return [own, ...shared.filter(existsSync)];
}

/** What a commit changes and `git restore` does not. */
function commitsOf(git: GitFolders | undefined): readonly string[] {
  if (git === undefined) return [];
  const { own, common } = git;
  const files = [join(common, 'packed-refs'), join(common, 'reftable'), join(own, 'HEAD')];
  return [join(common, 'refs'), ...files.filter(existsSync)];
}

interface Opened {
  readonly folders: readonly string[];
  /** What is in such a folder beside the path that it was opened for. */
  readonly beside: readonly string[];
}

/** The folders that must be writable for paths to be written (K2). */
function openedBy(writes: readonly string[], folder: string): Opened {
  const wholes = writes.map((path) => resolveInside(folder, path));
  const parents = wholes.map((whole) => folderOf(whole, folder));
  const isNeeded = (path: string): boolean => wholes.some((whole) => isWithin(path, whole));
  const beside = parents.flatMap((parent, at) => {
    if (parent === wholes[at]) return [];
    const others = readdirSync(parent)
      .map((name) => join(parent, name))
      .filter((path) => !isNeeded(path) && !wholes.some((whole) => isWithin(whole, path)));
    return others.length > MAX_BESIDE ? [] : others;
  });
  return { folders: [...new Set(parents)], beside: [...new Set(beside)] };
}

/** A path itself where it is a folder, else the nearest folder above it that exists. */
function folderOf(path: string, top: string): string {
  if (path === top || isFolder(path)) return path;
  return folderOf(dirname(path), top);
}

function isFolder(path: string): boolean {
  return unlessRefused(() => statSync(path))?.isDirectory() ?? false;
}
