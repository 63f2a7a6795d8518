import { plainName } from '../branch-name.ts';

/** How the folders of a run's copies are called; behind it are 12 hex digits. No name of a worktree for a branch or item begins so. */
export function beginOf(run: string): string {
  return `${plainName(run)}-reader-`;
}

/** Whether a folder of worktrees has the name of a copy for a run. */
export function isCopyOf(run: string, name: string): boolean {
  const begin = beginOf(run);
  return name.startsWith(begin) && /^[\da-f]{12}$/.test(name.slice(begin.length));
}
