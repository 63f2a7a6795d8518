import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Agent } from '../../agent/agent.ts';
import { WORKTREES_FOLDER } from '../../git/worktree/plan-worktree.ts';
import { findNewestRuns, type RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { GitRecord } from '../../model/event-records.ts';
import type { ProjectConfig } from '../../project/config.ts';
import type { Surroundings } from '../../run/host/host.ts';
import { branchOf } from '../io/branch-of.ts';
import { formatCommand } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { checkNeighbour } from './check-neighbour.ts';
import { MAX_NEIGHBOURS } from './find-neighbour.ts';
import { gitWishesOf, type GitFlags } from './git-wishes.ts';

interface ResumeOptions {
  readonly flags: Pick<GitFlags, 'dirty'>;
  readonly workRoot: string;
  readonly config: ProjectConfig;
  /** As the start of the run recorded it. */
  readonly git: GitRecord | null;
  readonly agent: Pick<Agent, 'kind'>;
  readonly say: (line: string) => void;
}

/**
 * Where a run that was started continues; reports another run that works there at this moment.
 *
 * Errors: throws {@link UsageError} where the worktree that was made for it is gone, and for what is refused.
 */
export function resumePlaceOf(
  run: RunEntry,
  { flags, workRoot, config, git, agent, say }: ResumeOptions,
): Surroundings {
  const wishes = gitWishesOf(flags, config);
  if (wishes.dirty === 'stash' && wishes.isDirtyGiven) {
    throw new UsageError(
      '--dirty stash is for the start of a run: what is uncommitted now may be its own work.',
    );
  }
  const workFolder = git?.worktree ?? workRoot;
  if (git !== null && git.worktree !== null && !isWorktree(workRoot, git.worktree)) throw gone(run.name, git);
  if (agent.kind !== 'scripted') {
    const { runs } = findNewestRuns(nodeFileSystem, workRoot, MAX_NEIGHBOURS);
    checkNeighbour(runs, { workRoot, workFolder, self: run.folder }, wishes, say);
  }
  const branch = branchOf(workFolder);
  if (git !== null) reportOtherBranch(git, branch, say);
  return { workFolder, branch, git };
}

/** A question may have waited for days, and another branch may be checked out by now. */
function reportOtherBranch({ created, branch }: GitRecord, now: string, say: ResumeOptions['say']): void {
  const begun = created ?? branch;
  if (begun === null || begun === now) return;
  const there = now === '' ? 'no branch' : `the branch "${now}"`;
  say(
    `The run started on the branch "${begun}". Now ${there} is checked out, and its agents continue there.`,
  );
}

/** One elsewhere is no worktree of this project, whatever a journal says. */
function isWorktree(workRoot: string, path: string): boolean {
  return dirname(path) === join(workRoot, WORKTREES_FOLDER) && existsSync(join(path, '.git'));
}

function gone(runName: string, { worktree, created }: GitRecord): UsageError {
  const branch = created ?? '';
  const words = ['git', 'worktree', 'add', '--force', worktree ?? '', branch];
  return new UsageError(`The worktree of ${runName} is gone: "${worktree ?? ''}".`, {
    help: `Where its branch "${branch}" is still there, this brings it back: ${formatCommand(words)}`,
  });
}
