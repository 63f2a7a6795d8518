import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUpward } from './find-upward.ts';

/**
 * Finds where agents work and runs are kept: the git top level of a folder, else the folder itself.
 *
 * Shape: an absolute path. `.git` may be a file: worktrees and submodules have one.
 */
export function findWorkRoot(folder: string): string {
  return findUpward(folder, (each) => existsSync(join(each, '.git'))) ?? resolve(folder);
}
