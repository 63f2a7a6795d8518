import { basename } from 'node:path';
import { isCopyOf } from '../../git/worktree/copy-name.ts';
import {
  listOwnWorktrees,
  lookAtLeft,
  type LeftState,
  type LeftWorktree,
} from '../../git/worktree/left-worktree.ts';
import { WORKTREES_FOLDER } from '../../git/worktree/plan-worktree.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { WfmapError } from '../../util/error.ts';
import type { RunView } from '../../view/run-view.ts';
import { readRunOnDisk } from './open-run.ts';

/** A worktree of a run that is over, or of one that is gone. Shape: `run` null for one that no run knows. */
export interface LeftBehind extends LeftWorktree, LeftState {
  readonly run: string | null;
}

/**
 * The worktrees and branches that runs have left and nobody will go on with: of runs that have ended, and of those
 * whose folder is gone. What belongs to a run that can be gone on with, or that cannot be read, is left out.
 */
export async function findLeftWorktrees(workRoot: string): Promise<readonly LeftBehind[]> {
  const runs = readClaims(workRoot);
  const over = new Map(runs.over);
  // Where a run cannot be read, nobody can tell whose the other worktrees are.
  for (const each of runs.isCertain ? await listOwnWorktrees(workRoot) : []) {
    const isSpared =
      runs.spared.has(each.path) || runs.open.some((run) => isCopyOf(run, basename(each.path)));
    if (!over.has(each.path) && !isSpared) over.set(each.path, { ...each, run: null });
  }
  const left: LeftBehind[] = [];
  for (const each of over.values()) {
    const state = await lookAtLeft(workRoot, each);
    if (state !== undefined) left.push({ ...each, ...state });
  }
  return left;
}

/** What the runs of a project say of worktrees, by path: of those that are over, and those that must stay. */
interface Claims {
  readonly over: Map<string, LeftWorktree & Pick<LeftBehind, 'run'>>;
  readonly spared: Set<string>;
  /** Runs that are not over: copies of the work tree may be in use. */
  readonly open: string[];
  isCertain: boolean;
}

function readClaims(workRoot: string): Claims {
  const claims: Claims = { over: new Map(), spared: new Set(), open: [], isCertain: true };
  for (const entry of findRuns(nodeFileSystem, workRoot)) {
    try {
      claim(claims, entry.name, readRunOnDisk(entry).view);
    } catch (thrown) {
      if (!(thrown instanceof WfmapError)) throw thrown;
      claims.isCertain = false;
    }
  }
  return claims;
}

function claim({ over, spared, open }: Claims, run: string, { started, status, worktrees }: RunView): void {
  const own = started?.data.git?.worktree ?? '';
  if (status !== 'finished') open.push(run);
  // That of a whole run is the user's to keep: it was asked for.
  spared.add(own.slice(Math.max(0, own.lastIndexOf(`${WORKTREES_FOLDER}/`))));
  for (const { path, branch } of worktrees) {
    if (status === 'finished') over.set(path, { path, branch, run });
    else spared.add(path);
  }
}
