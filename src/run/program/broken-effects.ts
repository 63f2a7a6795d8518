import type { ChangesRecord } from '../../model/event-records.ts';
import type { TaskEffects } from './task-effects.ts';

/** What was changed that must not be. */
export interface BrokenEffects {
  /** Of git itself: configuration, hooks, and rules about files. */
  readonly ofGit: readonly string[];
  /** Files of the work tree, sorted. */
  readonly paths: readonly string[];
  /** How many files more were changed, of so many that not all are known by name. */
  readonly unnamed: number;
  readonly commits: readonly string[];
}

/** What of some changes none of those who may have made them may change. */
export function brokenEffects(all: readonly TaskEffects[], changes: ChangesRecord): BrokenEffects {
  const { added, modified, deleted, count, commits } = changes;
  const named = [...added, ...modified, ...deleted];
  const mayAll = all.some(({ writes, frozen }) => writes === 'anything' && frozen.length === 0);
  return {
    ofGit: named.filter(isOfGit).toSorted(),
    paths: named.filter((path) => !isOfGit(path) && !all.some((each) => mayChange(each, path))).toSorted(),
    unnamed: mayAll ? 0 : count - named.length,
    commits: all.some(({ mayCommit }) => mayCommit) ? [] : commits,
  };
}

/** Whether a path stands for what is no file of the work tree. */
function isOfGit(path: string): boolean {
  return path.startsWith('.git/');
}

function mayChange({ writes, frozen }: TaskEffects, path: string): boolean {
  if (isInside(path, frozen) || writes === 'nothing') return false;
  return writes === 'anything' || isInside(path, writes);
}

/** Whether a path is one of these, or in one of them. */
function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
