import { listOwnWorktrees, lookAtLeft, type LeftState, type LeftWorktree } from '../git/left-worktree.ts';
import { findRuns } from '../journal/find-runs.ts';
import { nodeFileSystem } from '../journal/node-file-system.ts';
import { WfmapError } from '../util/error.ts';
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
  const over = new Map<string, LeftWorktree & { readonly run: string | null }>();
  const spared = new Set<string>();
  let isCertain = true;
  for (const entry of findRuns(nodeFileSystem, workRoot)) {
    try {
      const { events } = readRunOnDisk(entry);
      const { started } = entry;
      const isOver = events.at(-1)?.type === 'run.finished';
      const own = started?.data.git?.worktree ?? undefined;
      // That of a whole run is the user's to keep: it was asked for.
      if (own !== undefined) spared.add(own.slice(Math.max(0, own.lastIndexOf('.wfmap/worktrees/'))));
      for (const event of events) {
        if (event.type !== 'worktree.planned') continue;
        const { path, branch } = event.data;
        if (isOver) over.set(path, { path, branch, run: entry.name });
        else spared.add(path);
      }
    } catch (thrown) {
      if (!(thrown instanceof WfmapError)) throw thrown;
      // Whose the worktrees are that no run knows cannot be told.
      isCertain = false;
    }
  }
  for (const each of isCertain ? await listOwnWorktrees(workRoot) : []) {
    if (!over.has(each.path) && !spared.has(each.path)) over.set(each.path, { ...each, run: null });
  }
  const left: LeftBehind[] = [];
  for (const each of over.values()) {
    const state = await lookAtLeft(workRoot, each);
    if (state !== undefined) left.push({ ...each, ...state });
  }
  return left;
}
