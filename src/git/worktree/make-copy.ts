/**
 * A throw-away worktree of a folder as it is now, what is not committed included.
 *
 * C1. Of the user's repository only the list of worktrees changes: no branch, index, stash or object of it.
 * C2. Nothing that the copy is filled with is reached by a link: a path of the folder is a file, a link or a folder there.
 * C3. What git ignores is there as in the folder, but for folders of tools: small files are copied; what is in ignored
 *     folders, such as installed packages, is linked, since it may be large. A file that is created beside it stays in the copy.
 */
import { createHash } from 'node:crypto';
import { constants, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { copyFile, cp, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { CopiesOf, CopyWish } from '../../model/worktrees.ts';
import { toError } from '../../util/error.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { lookAtAll, withOwnIndex } from '../own-index.ts';
import { GitError, type GitFaultReply } from '../git-error.ts';
import { readIgnored } from '../compare/read-ignored.ts';
import { WITHOUT_RUNS } from '../read-git-state.ts';
import { buildWithGit } from '../run-git.ts';
import { readStaged } from '../tree-changes.ts';
import { changeByItself } from '../worktree-git.ts';
import { beginOf, isCopyOf } from './copy-name.ts';
import { listOwnWorktrees } from './left-worktree.ts';
import { refuseElsewhere } from './make-worktree.ts';
import { WORKTREES_FOLDER } from './plan-worktree.ts';

/** Folders at the top that say what is run, or hold runs. */
export const OF_TOOLS = /^\.(?:claude|git|husky|idea|map|sdlc|vscode|wfmap)(?:\/|$)/;

/** Units: paths; bytes. More is no copy that is made in passing. */
const MAX_CHANGED = 20_000;
const MAX_BYTES = 1_073_741_824;
const MAX_IGNORED = 1000;
const MAX_ENTRIES = 20_000;
const MAX_COPIED_BYTES = 1_048_576;

/** Makes a copy in place of what lies there. Errors: none thrown; of what failed nothing is left. */
export async function makeCopy(wish: CopyWish): Promise<GitFaultReply | { readonly path: string }> {
  const { folder } = wish;
  const path = placeOf(wish);
  try {
    await removeCopy(folder, path);
    const words = ['worktree', 'add', '--quiet', '--detach', '--', path, 'HEAD'];
    await changeByItself(folder, `make the worktree "${path}"`, words);
    await bringChanges(folder, path);
    await bringStaged(folder, path);
    await bringSubmodules(folder, path);
    await bringIgnored(folder, path);
    return { path: relative(wish.root, path) };
  } catch (thrown) {
    await removeCopy(folder, path).catch(() => undefined);
    // A disk that is full is no reason to lose the run.
    return { fault: toError(thrown).message };
  }
}

/** Removes a copy with all that was written there. Errors: none thrown. */
export async function removeCopyOf(wish: CopyWish): Promise<GitFaultReply | undefined> {
  try {
    await removeCopy(wish.folder, placeOf(wish));
    return undefined;
  } catch (thrown) {
    return { fault: toError(thrown).message };
  }
}

/** Removes the copies of a run, whatever is left of them. Shape: how many. Errors: none thrown. */
export async function removeCopies({ root, run }: CopiesOf): Promise<number> {
  const listed = (await listOwnWorktrees(root)).map(({ path }) => basename(path));
  const there = unlessRefused(() => readdirSync(join(root, WORKTREES_FOLDER))) ?? [];
  let count = 0;
  for (const name of new Set([...listed, ...there])) {
    if (!isCopyOf(run, name)) continue;
    const fault = await removeCopy(root, join(root, WORKTREES_FOLDER, name)).catch(toError);
    if (fault === undefined) count += 1;
  }
  return count;
}

function placeOf({ root, run, key }: CopyWish): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return join(root, WORKTREES_FOLDER, beginOf(run) + digest);
}

/** Also one of which a part is gone. Errors: GitError and system errors. */
async function removeCopy(folder: string, path: string): Promise<void> {
  // A link in its place goes, and what it leads to stays.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) await rm(path);
  refuseElsewhere(path);
  await rm(path, { recursive: true, force: true });
  const isListed = (await listOwnWorktrees(folder)).some((each) => basename(each.path) === basename(path));
  // Without its folder git has nothing to look at there, whatever was made of it.
  if (!isListed) return;
  const words = ['worktree', 'remove', '--force', '--force', '--', path];
  await changeByItself(folder, 'forget a copy of the work tree', words);
}

/** Names are bytes: each is a character of a path here. */
function bytesOf(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);
}

function namesIn(listed: Buffer): readonly string[] {
  return listed.toString('latin1').split('\0').slice(0, -1);
}

const WHAT = 'copy the work tree';

/** What differs from the commit: all that git does not ignore, whatever the user's index says of a file. */
async function bringChanges(folder: string, copy: string): Promise<void> {
  const changed = await withOwnIndex(folder, async (environment) => {
    await lookAtAll(folder, environment);
    const list = async (words: readonly string[]): Promise<readonly string[]> =>
      namesIn(
        await buildWithGit(folder, WHAT, [...words, ...WITHOUT_RUNS, ':(top,exclude).wfmap'], {
          environment,
        }),
      );
    return [
      ...(await list(['diff', '--name-only', '-z', '--no-renames', '--ignore-submodules=all', 'HEAD'])),
      ...(await list(['ls-files', '-z', '--others', '--exclude-standard'])),
    ];
  });
  if (changed.length > MAX_CHANGED) throw tooMuch(`${changed.length} files are not committed`);
  // First all of them go: a folder may have become a file, and a file a folder.
  for (const path of changed) await rm(withoutSlash(bytesOf(copy, path)), { recursive: true, force: true });
  let left = MAX_BYTES;
  for (const path of changed) {
    left -= entryOf(folder, path)?.size ?? 0;
    if (left < 0) throw tooMuch('what is not committed is more than a gibibyte');
    await bring(folder, copy, path);
  }
}

/** What is at a path, unless it is reached by a link (C2): then git means something that is gone. */
function entryOf(folder: string, path: string): Stats | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  const at = (count: number): Stats | undefined =>
    lstatSync(bytesOf(folder, parts.slice(0, count).join('/')), { throwIfNoEntry: false });
  for (let count = 1; count < parts.length; count += 1)
    if (at(count)?.isDirectory() !== true) return undefined;
  return at(parts.length);
}

function tooMuch(what: string): GitError {
  return new GitError('git-refused', `Could not ${WHAT}: ${what}.`);
}

function withoutSlash(path: Buffer): Buffer {
  return path.at(-1) === '/'.charCodeAt(0) ? path.subarray(0, -1) : path;
}

/** Copies one path; what is neither a file nor a link nor a folder is left out. */
async function bring(folder: string, copy: string, path: string): Promise<void> {
  const from = withoutSlash(bytesOf(folder, path));
  const to = withoutSlash(bytesOf(copy, path));
  const entry = entryOf(folder, path);
  if (entry === undefined) return;
  const parent = path.replace(/\/$/, '').lastIndexOf('/');
  if (parent > 0) await mkdir(bytesOf(copy, path.slice(0, parent)), { recursive: true });
  if (entry.isSymbolicLink()) await symlink(await readlink(from, 'buffer'), to);
  else if (entry.isFile()) await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  // A repository of its own in the work tree; of other folders each file is listed.
  else if (entry.isDirectory() && path.endsWith('/'))
    await bringFolder(from.toString('utf8'), to.toString('utf8'));
}

/** A work tree inside, without what git keeps of it. */
function bringFolder(from: string, to: string): Promise<void> {
  const how = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  return cp(from, to, { ...how, filter: (each) => basename(each) !== '.git' });
}

/** What the user has staged is staged in the copy too. */
async function bringStaged(folder: string, copy: string): Promise<void> {
  const staged = await readStaged(folder, 'HEAD');
  const isNothing = (id: string): boolean => /^0+$/.test(id);
  const lines = [...staged]
    // Of a path in conflict there is no one version.
    .filter(([, { after }]) => isNothing(after.id) === isNothing(after.mode))
    .map(([path, { after }]) => `${after.mode} ${after.id}\t${path}\0`);
  if (lines.length === 0) return;
  const input = Buffer.from(lines.join(''), 'latin1');
  await buildWithGit(copy, WHAT, ['update-index', '-z', '--index-info'], { input });
}

async function bringSubmodules(folder: string, copy: string): Promise<void> {
  if (!existsSync(join(folder, '.gitmodules'))) return;
  const listed = namesIn(await buildWithGit(folder, WHAT, ['ls-files', '--stage', '-z']));
  for (const line of listed) {
    const path = /^160000 [^\t]*\t(.+)$/s.exec(line)?.[1];
    if (path === undefined) continue;
    const [from, to] = [folder, copy].map((top) => bytesOf(top, path).toString('utf8'));
    if (lstatSync(from ?? '', { throwIfNoEntry: false })?.isDirectory() === true)
      await bringFolder(from ?? '', to ?? '');
  }
}

async function bringIgnored(folder: string, copy: string): Promise<void> {
  const { digests, others } = await readIgnored(folder);
  const paths = [...Object.keys(digests), ...others]
    .filter((path) => !OF_TOOLS.test(path))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, MAX_IGNORED);
  for (const path of paths) await bringIgnoredPath(join(folder, path), join(copy, path));
}

/** Of a folder only the folder itself is made: patterns such as `node_modules/` match no link. */
async function bringIgnoredPath(from: string, to: string): Promise<void> {
  const entry = lstatSync(from, { throwIfNoEntry: false });
  if (entry === undefined || existsSync(to)) return;
  await mkdir(dirname(to), { recursive: true });
  if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else if (entry.isFile() && entry.size <= MAX_COPIED_BYTES) await copyFile(from, to);
  else if (entry.isDirectory()) {
    await mkdir(to);
    for (const name of readdirSync(from).slice(0, MAX_ENTRIES))
      await symlink(join(from, name), join(to, name));
  } else if (entry.isFile()) await symlink(from, to);
}
