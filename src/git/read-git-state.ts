import { askGit } from './run-git.ts';

/**
 * A repository and its work tree, as they are now.
 *
 * Shape: `head` is a commit, null before the first; `branch` null where none is checked out; `changed` the paths
 * from the top that are not committed, sorted, without those that git ignores and without run directories.
 */
export interface GitState {
  readonly head: string | null;
  readonly branch: string | null;
  readonly changed: readonly string[];
  /** False where there were more than anybody reads. */
  readonly isWhole: boolean;
}

/** Where maps of `.sdlc` keep their runs: no work of an agent, and nothing that may be set aside under a run. */
export const WITHOUT_RUNS: readonly string[] = ['--', '.', ':(top,exclude).sdlc/workslips'];

const STATUS = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--no-ahead-behind',
  '--no-renames',
  '--untracked-files=all',
  // A submodule is looked at from outside: its own configuration is not read.
  '--ignore-submodules=dirty',
  ...WITHOUT_RUNS,
];

/** Reads the state of the repository whose top is `folder`; null where there is none, or git does not answer. */
export async function readGitState(folder: string): Promise<GitState | null> {
  const answer = await askGit(folder, STATUS);
  return answer === undefined ? null : parseStatus(answer.text, answer.isWhole);
}

/** Reads what `git status --porcelain=v2 --branch -z` prints. Source: git-status(1), "Porcelain Format Version 2". */
export function parseStatus(text: string, isWhole = true): GitState {
  const records = text.split('\0');
  // The last is empty, or cut.
  records.pop();
  let head: string | null = null;
  let branch: string | null = null;
  const changed = new Set<string>();
  for (const record of records) {
    const oid = /^# branch\.oid ([0-9a-f]+)$/.exec(record)?.[1];
    const name = /^# branch\.head (.+)$/s.exec(record)?.[1];
    if (oid !== undefined) head = oid;
    else if (name !== undefined) branch = name === '(detached)' ? null : name;
    else {
      const path = RECORD.exec(record)?.[1];
      if (path !== undefined) changed.add(path);
    }
  }
  return { head, branch, changed: [...changed].toSorted(), isWhole };
}

/** A changed, an unmerged and an untracked path, each behind so many words. */
const RECORD = /^(?:1 (?:[^ ]+ ){7}|u (?:[^ ]+ ){9}|\? )(.+)$/s;
