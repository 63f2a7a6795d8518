import { copyFileSync, existsSync, lstatSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GitError } from './git-error.ts';
import { askGit, buildWithGit } from './run-git.ts';

/** The environment of a git that works with its own index. */
export type OwnIndex = Readonly<Record<'GIT_INDEX_FILE', string>>;

/**
 * Lets git work with its own index, which is removed afterwards; the user's index is only read.
 *
 * It begins as a copy of the user's, so that only files that changed since are read again. Errors: throws GitError.
 */
export async function withOwnIndex<T>(folder: string, work: (index: OwnIndex) => Promise<T>): Promise<T> {
  return withEmptyIndex(async (index) => {
    const users = await findGitPath(folder, 'index');
    // Before the first `git add` there is none.
    if (existsSync(users)) copyIndex(users, index.GIT_INDEX_FILE);
    return work(index);
  });
}

/** Where git keeps something of a repository, as an absolute path. Errors: throws GitError. */
export async function findGitPath(folder: string, name: 'index' | 'objects'): Promise<string> {
  const found = await buildWithGit(folder, `find the ${name}`, ['rev-parse', '--git-path', name]);
  const path = found.toString('utf8').replace(/\n$/, '');
  if (path === '') throw new GitError('git-refused', `Could not find the ${name}: git said nothing.`);
  return resolve(folder, path);
}

/** The same, beginning without any entry. */
export async function withEmptyIndex<T>(work: (index: OwnIndex) => Promise<T>): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'wfmap-index-'));
  try {
    return await work({ GIT_INDEX_FILE: join(own, 'index') });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

export function copyIndex(from: string, to: string): void {
  const { mtimeMs } = statSync(from);
  copyFileSync(from, to);
  // Git reads a file again that changed when the index was written, or later. A copy that looked newer would hide it.
  const seconds = Math.floor(mtimeMs / 1000);
  utimesSync(to, seconds, seconds);
}

/**
 * Makes git look at every file of an own index, also at those that it was told to take as unchanged or to leave out.
 *
 * In a sparse checkout what is left out is not there: git itself looks at it once it is. Errors: throws GitError.
 */
export async function lookAtAll(folder: string, environment: OwnIndex): Promise<void> {
  const how = { environment };
  const listed = await buildWithGit(folder, WHAT, ['ls-files', '-v', '-z'], how);
  const marked = entriesOf(listed).filter((entry) => /^(?:[a-z]|S) /.test(entry));
  const isSparse = await askGit(folder, ['config', '--type=bool', 'core.sparseCheckout']);
  for (const [flag, marks] of isSparse?.text.trim() === 'true' ? [UNCHANGED] : [UNCHANGED, LEFT_OUT]) {
    const paths = marked.filter((entry) => marks.test(entry)).map((entry) => entry.slice(2));
    if (paths.length === 0) continue;
    await buildWithGit(folder, WHAT, ['update-index', flag, '-z', '--stdin'], {
      environment,
      input: inputOf(paths),
    });
  }
}

/** Lets an own index track what the user's tracks by now, also against the rules. Errors: throws GitError. */
export async function trackAlso(folder: string, environment: OwnIndex): Promise<void> {
  const list = ['ls-files', '-z', '--cached'];
  const users = entriesOf(await buildWithGit(folder, WHAT, list));
  const own = new Set(entriesOf(await buildWithGit(folder, WHAT, list, { environment })));
  const more = users.filter((path) => !own.has(path) && isFile(folder, path));
  if (more.length === 0) return;
  const words = ['update-index', '--add', '-z', '--stdin'];
  await buildWithGit(folder, WHAT, words, { environment, input: inputOf(more) });
}

const WHAT = 'follow the index';

const UNCHANGED = ['--no-assume-unchanged', /^[a-z]/] as const;
const LEFT_OUT = ['--no-skip-worktree', /^s/i] as const;

/** Names are bytes: each is a character here. */
export function entriesOf(listed: Buffer): readonly string[] {
  return listed.toString('latin1').split('\0').slice(0, -1);
}

export function inputOf(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}

/** Whether there is a file or a link. */
function isFile(folder: string, path: string): boolean {
  const place = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
  return lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === false;
}
