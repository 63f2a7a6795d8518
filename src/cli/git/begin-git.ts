import type { Agent } from '../../agent/agent.ts';
import { isDefaultBranch } from '../../git/default-branch.ts';
import { readGitState } from '../../git/read-git-state.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { ProjectConfig } from '../../project/config.ts';
import type { Surroundings } from '../../run/host/host.ts';
import type { GitNeeds } from '../../run/program/git-needs.ts';
import { toOneLine } from '../io/format.ts';
import { checkNeeds, type NeedsCheck } from './check-needs.ts';
import { checkNeighbour } from './check-neighbour.ts';
import { askedOf, gitWishesOf, type GitFlags, type GitWishes } from './git-wishes.ts';
import { makeSurroundings, type Made } from './make-surroundings.ts';
import { planSurroundings } from './plan-surroundings.ts';

export interface GitStart {
  /** Makes what was asked for, once the run has its number. Errors: throws GitError and JournalError. */
  readonly prepare: (directory: RunDirectory) => Promise<Surroundings | undefined>;
  /** Says what was made and stays, for a run that an error ends. */
  readonly reportLeft: () => void;
}

/** The default branch, where it is checked out and a run would commit to it that nobody has told to; undefined for none. */
async function branchToSpare(
  workRoot: string,
  { branch, worktree, here }: GitWishes,
  { commits, merges }: Pick<GitNeeds, 'commits' | 'merges'>,
): Promise<string | undefined> {
  if ((commits ?? merges) === undefined || here || branch !== undefined || worktree !== undefined)
    return undefined;
  const state = await readGitState(workRoot);
  // Before the first commit there is nothing to spare, and no branch to merge into.
  if (state === null || state.head === null || state.branch === null) return undefined;
  return (await isDefaultBranch(workRoot, state.branch)) ? state.branch : undefined;
}

interface Beginning {
  readonly workRoot: string;
  readonly flags: GitFlags;
  readonly config: ProjectConfig;
  /** In order, newest first. */
  readonly runs: readonly RunEntry[];
  /** What the map wants of the repository. */
  readonly needs: GitNeeds;
  /** Whether the map says that its runs stay on the branch that is checked out. */
  readonly keepsBranch: boolean;
  readonly say: (line: string) => void;
  readonly confirm: NeedsCheck['confirm'];
}

/**
 * Looks at the repository before a run starts: nothing is changed yet, and all that can be refused is refused.
 *
 * Errors: throws UsageError.
 */
export async function beginGit(
  agent: Pick<Agent, 'kind'>,
  { workRoot, flags, config, runs, needs, keepsBranch, say, confirm }: Beginning,
): Promise<GitStart> {
  const wishes = gitWishesOf(flags, config);
  if (agent.kind === 'scripted') {
    for (const flag of askedOf(wishes)) say(`A simulation leaves git alone: ${flag} has no effect.`);
    return { prepare: () => Promise.resolve(undefined), reportLeft: () => undefined };
  }
  // A worktree of its own is the way out of both.
  if (wishes.worktree === undefined) checkNeighbour(runs, { workRoot, workFolder: workRoot }, wishes, say);
  const spared = keepsBranch ? undefined : await branchToSpare(workRoot, wishes, needs);
  const plan = await planSurroundings(
    workRoot,
    spared === undefined ? wishes : { ...wishes, branch: '' },
    say,
  );
  const { protectedBranches } = config;
  await checkNeeds(plan, { needs, wishes, protectedBranches, say, confirm });
  const all: Made[] = [];
  const onMade = (made: Made): void => {
    all.push(made);
    say(made.hint === undefined ? made.message : `${made.message} ${made.hint}`);
    if (spared !== undefined && made.branch !== undefined)
      say(
        `It keeps what "${toOneLine(needs.commits ?? needs.merges ?? '')}" commits off "${toOneLine(spared)}", the default branch; --here stays on that.`,
      );
  };
  return {
    prepare: (directory) => makeSurroundings(plan, directory, { onMade }),
    reportLeft: () => {
      for (const { message, undo } of all) say(`This stays: ${message} To undo it: ${undo}`);
    },
  };
}
