import { findUnderWay } from '../../git/change-git.ts';
import { findCommitFault } from '../../git/commit-fault.ts';
import { someOf } from '../../git/worktree-git.ts';
import type { GitNeeds } from '../../run/program/git-needs.ts';
import { UsageError } from '../io/usage-error.ts';
import type { GitWishes } from './git-wishes.ts';
import type { SurroundingsPlan } from './plan-surroundings.ts';

/** What a run wants of its repository, and who can be asked about it. */
export interface NeedsCheck {
  readonly needs: GitNeeds;
  readonly wishes: Pick<GitWishes, 'dirty' | 'isDirtyGiven'>;
  /** Patterns of branches that no run may commit to. */
  readonly protectedBranches: readonly string[];
  readonly say: (line: string) => void;
  /** Asks the person at the terminal; undefined without one. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Looks for what would stop a run once its agents are paid: before any of them starts.
 *
 * Nothing of the repository is changed, and no hook runs. Errors: throws {@link UsageError}; GitError where there is no git.
 */
export async function checkNeeds(plan: SurroundingsPlan, check: NeedsCheck): Promise<void> {
  const { workRoot, state, branch, worktree } = plan;
  if (state === null) return;
  const staysHere = branch === undefined && worktree === undefined;
  await checkCommits(workRoot, staysHere ? state.branch : null, check);
  if (worktree === undefined) await checkWorktrees(plan, check);
}

/** The same for commits alone. `branch` is the one that is checked out; null for none, and for one that is made for the run. */
export async function checkCommits(
  folder: string,
  branch: string | null,
  { needs, protectedBranches }: Pick<NeedsCheck, 'needs' | 'protectedBranches'>,
): Promise<void> {
  const { commits, merges } = needs;
  const changing = commits ?? merges;
  if (branch !== null && changing !== undefined && protectedBranches.some((each) => fits(each, branch))) {
    const does = commits === undefined ? 'merges into' : 'commits to';
    throw new UsageError(
      `The branch "${branch}" is protected by the settings (protectedBranches), and the task "${changing}" ${does} what is checked out.`,
      { help: 'Give the run a branch of its own with --branch or --worktree.' },
    );
  }
  if (commits === undefined) return;
  const fault = await findCommitFault(folder);
  if (fault === undefined) return;
  throw new UsageError(`The task "${commits}" commits, but ${fault.message}.`, { help: fault.help });
}

/** `*` stands for any text, also with slashes. */
function fits(pattern: string, branch: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(branch);
}

async function checkWorktrees(plan: SurroundingsPlan, check: NeedsCheck): Promise<void> {
  const { state, setsAside } = plan;
  const { worktrees, needsWorktrees: needed } = check.needs;
  // Before the first commit a map that can do without them finds that out by itself.
  if (worktrees === undefined || state === null || state.head === null) return;
  if (needed !== undefined) await refuseUnfit(plan, needed);
  if (state.changed.length > 0 && !setsAside) await checkDirt(state.changed, worktrees, check);
}

/** What stands in the way of each worktree, whatever is committed. */
async function refuseUnfit(
  { workRoot, state, branch }: SurroundingsPlan,
  { task, merges }: NonNullable<GitNeeds['needsWorktrees']>,
): Promise<void> {
  const begins = `The task "${task}" works in worktrees`;
  if (merges && state?.branch === null && branch === undefined) {
    throw new UsageError(`${begins} and merges them, but no branch is checked out (detached HEAD).`, {
      help: 'Check one out, or let --branch or --worktree make one.',
    });
  }
  const underWay = await findUnderWay(workRoot);
  if (underWay === undefined) return;
  throw new UsageError(`${begins}, and there is ${underWay} under way here.`, {
    help: 'Finish or abort it, or leave this checkout alone with --worktree.',
  });
}

async function checkDirt(
  changed: readonly string[],
  possible: string,
  { needs: { needsWorktrees: needed }, wishes, say, confirm }: NeedsCheck,
): Promise<void> {
  const task = needed?.task ?? possible;
  const lacks = `Worktrees begin at a commit, and these changes are in none: ${someOf(changed)}`;
  if (needed !== undefined && !wishes.isDirtyGiven)
    throw new UsageError(`The task "${task}" works in worktrees. ${lacks}.`, { help: WAYS_OUT });
  const when = needed === undefined ? 'Should the run need' : 'Where the run needs';
  say(`${lacks}. ${when} worktrees for "${task}", it pauses.`);
  if (wishes.isDirtyGiven || confirm === undefined || (await confirm('Start all the same? (y/N) '))) return;
  throw new UsageError('The run was not started.', { help: WAYS_OUT });
}

const WAYS_OUT =
  'Commit them, set them aside with --dirty stash, or leave this checkout alone with --worktree.';
