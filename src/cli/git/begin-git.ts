import type { Agent } from '../../agent/agent.ts';
import type { RunEntry } from '../../journal/find-runs.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { ProjectConfig } from '../../project/config.ts';
import type { Surroundings } from '../../run/host/host.ts';
import type { GitNeeds } from '../../run/program/git-needs.ts';
import { checkNeeds, type NeedsCheck } from './check-needs.ts';
import { checkNeighbour } from './check-neighbour.ts';
import { askedOf, gitWishesOf, type GitFlags } from './git-wishes.ts';
import { makeSurroundings, type Made } from './make-surroundings.ts';
import { planSurroundings } from './plan-surroundings.ts';

export interface GitStart {
  /** Makes what was asked for, once the run has its number. Errors: throws GitError and JournalError. */
  readonly prepare: (directory: RunDirectory) => Promise<Surroundings | undefined>;
  /** Says what was made and stays, for a run that an error ends. */
  readonly reportLeft: () => void;
}

interface Beginning {
  readonly workRoot: string;
  readonly flags: GitFlags;
  readonly config: ProjectConfig;
  /** In order, newest first. */
  readonly runs: readonly RunEntry[];
  /** What the map wants of the repository. */
  readonly needs: GitNeeds;
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
  { workRoot, flags, config, runs, needs, say, confirm }: Beginning,
): Promise<GitStart> {
  const wishes = gitWishesOf(flags, config);
  if (agent.kind === 'scripted') {
    for (const flag of askedOf(wishes)) say(`A simulation leaves git alone: ${flag} has no effect.`);
    return { prepare: () => Promise.resolve(undefined), reportLeft: () => undefined };
  }
  // A worktree of its own is the way out of both.
  if (wishes.worktree === undefined) checkNeighbour(runs, { workRoot, workFolder: workRoot }, wishes, say);
  const plan = await planSurroundings(workRoot, wishes, say);
  const { protectedBranches } = config;
  await checkNeeds(plan, { needs, wishes, protectedBranches, say, confirm });
  const all: Made[] = [];
  const onMade = (made: Made): void => {
    all.push(made);
    say(made.hint === undefined ? made.message : `${made.message} ${made.hint}`);
  };
  return {
    prepare: (directory) => makeSurroundings(plan, directory, { onMade }),
    reportLeft: () => {
      for (const { message, undo } of all) say(`This stays: ${message} To undo it: ${undo}`);
    },
  };
}
