import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { freeName, hasBranch, plainName } from '../../git/branch-name.ts';
import { makeBranch, makeWorktree, setAside } from '../../git/change-git.ts';
import { GitError } from '../../git/git-error.ts';
import { withOwnIndex } from '../../git/own-index.ts';
import { WORKTREES_FOLDER } from '../../git/worktree/plan-worktree.ts';
import { readGitState, type GitState } from '../../git/read-git-state.ts';
import { takeTree } from '../../git/take-tree.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { makeFolders, type RunDirectory } from '../../journal/run-directory.ts';
import type { GitRecord } from '../../model/event-records.ts';
import type { Surroundings } from '../../run/host/host.ts';
import { formatCommand } from '../io/format.ts';
import type { SurroundingsPlan } from './plan-surroundings.ts';

/** Units: paths. */
const MAX_RECORDED = 200;

export interface Making {
  /** Told of each change once it is made: what it is, and how to undo it. */
  readonly onMade: (made: Made) => void;
}

/** A change of the repository. `undo` is a line for a person; `hint` what to know of it as soon as it is made. */
export interface Made {
  readonly message: string;
  readonly undo: string;
  readonly hint?: string;
  /** The branch that was checked out for it; absent where it is something else. */
  readonly branch?: string;
}

/**
 * Makes the branch, the worktree, and sets aside what is in the way.
 *
 * Errors: throws GitError, and JournalError for the folder of worktrees; what was made before that was told of.
 */
export async function makeSurroundings(
  plan: SurroundingsPlan,
  directory: RunDirectory,
  making: Making,
): Promise<Surroundings | undefined> {
  const { state, workRoot } = plan;
  if (state === null) return undefined;
  const name = plainName(directory.name.replace(/\/slip-(?=\d+$)/, '-'));
  if (plan.worktree !== undefined) return makeBeside(plan, state, { name, making });
  const created =
    plan.branch === undefined
      ? null
      : await makeBranchHere(plan, state, { name, making, branch: plan.branch });
  const stash = plan.setsAside ? await setChangesAside(workRoot, directory, making) : null;
  const begun = stash === null ? state : ((await readGitState(workRoot)) ?? state);
  const branch = created ?? state.branch;
  return {
    workFolder: workRoot,
    branch: branch ?? '',
    git: {
      ...recordOf(state, begun, { stash, created, worktree: null }),
      ...(await treeOf(workRoot, begun)),
    },
  };
}

/** What distinguishes the user's uncommitted changes from those of the run; without any, the commit is enough. */
async function treeOf(workRoot: string, { changed }: GitState): Promise<Pick<GitRecord, 'tree'>> {
  if (changed.length === 0) return {};
  return { tree: await withOwnIndex(workRoot, (index) => takeTree(workRoot, index)) };
}

interface Naming {
  /** What the run is called, as a part of names. */
  readonly name: string;
  readonly making: Making;
}

async function makeBranchHere(
  { workRoot }: SurroundingsPlan,
  state: GitState,
  { name, making, branch }: Naming & { readonly branch: string },
): Promise<string> {
  const created = branch === '' ? await freeBranch(workRoot, name) : branch;
  await makeBranch(workRoot, created);
  making.onMade({
    message: `The branch "${created}" was made for the run and is checked out.`,
    undo: wayBack(state, created),
    branch: created,
  });
  return created;
}

function wayBack({ head, branch }: GitState, created: string): string {
  // Before the first commit a branch is only a name.
  if (head === null) return formatCommand(['git', 'symbolic-ref', 'HEAD', `refs/heads/${branch ?? 'main'}`]);
  const back = branch === null ? ['--detach', head] : [branch];
  return `${formatCommand(['git', 'switch', ...back])} && ${formatCommand(['git', 'branch', '-D', created])}`;
}

async function setChangesAside(
  workRoot: string,
  directory: RunDirectory,
  making: Making,
): Promise<string | null> {
  const stash = await setAside(workRoot, `wfmap ${directory.name}`);
  if (stash === null) return null;
  const undo = bringBack(stash);
  making.onMade({
    message: 'The uncommitted changes were set aside.',
    undo,
    hint: `They come back with: ${undo}`,
  });
  return stash;
}

/** The line that brings back what was set aside; it stays in the list of stashes. */
export function bringBack(stash: string): string {
  return formatCommand(['git', 'stash', 'apply', stash]);
}

async function makeBeside(
  { workRoot, ...plan }: SurroundingsPlan,
  state: GitState,
  { name, making }: Naming,
): Promise<Surroundings> {
  const folder = join(workRoot, WORKTREES_FOLDER);
  const isTaken = (each: string): Promise<boolean> => Promise.resolve(existsSync(join(folder, each)));
  const chosen = plan.worktree === '' ? await freeName(name, isTaken) : plan.worktree;
  if (chosen === undefined) throw new GitError('git-refused', `No name is free in "${folder}".`);
  const created = plan.branch ? plan.branch : await freeBranch(workRoot, plainName(chosen));
  makeFolders(createProjectFileSystem(workRoot), workRoot, WORKTREES_FOLDER.split('/'));
  const path = join(folder, chosen);
  await makeWorktree(workRoot, { path, branch: created, head: state.head ?? '' });
  const shown = relative(workRoot, path);
  making.onMade({
    message: `The run works in the worktree ${shown}, on the new branch "${created}".`,
    undo: `${formatCommand(['git', 'worktree', 'remove', shown])} && ${formatCommand(['git', 'branch', '-D', created])}`,
  });
  const begun = (await readGitState(path)) ?? { ...state, changed: [] };
  return {
    workFolder: path,
    branch: created,
    git: recordOf(state, begun, { stash: null, created, worktree: path }),
  };
}

async function freeBranch(workRoot: string, name: string): Promise<string> {
  const free = await freeName(`wfmap/${name}`, (each) => hasBranch(workRoot, each));
  if (free !== undefined) return free;
  throw new GitError('git-refused', `No name like "wfmap/${name}" is free for a branch.`, {
    help: 'Name one with --branch, or remove those of old runs.',
  });
}

function recordOf(
  { head, branch, changed }: GitState,
  begun: GitState,
  made: Pick<GitRecord, 'stash' | 'created' | 'worktree'>,
): GitRecord {
  return {
    head,
    branch,
    dirty: changed.length > 0,
    ...made,
    changed: begun.changed.slice(0, MAX_RECORDED),
    changedCount: begun.changed.length,
  };
}
