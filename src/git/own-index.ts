import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWithGit } from './run-git.ts';

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
  return resolve(folder, found.toString('utf8').replace(/\n$/, ''));
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
