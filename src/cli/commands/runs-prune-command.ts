import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { removeLeft } from '../../git/worktree/left-worktree.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { formatCount } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { findLeftWorktrees, type LeftBehind } from '../views/left-worktrees.ts';

interface PruneArguments {
  readonly json: boolean;
  readonly yes: boolean;
}

/** A worktree of a run that is over, and what became of it. Shape: `problem` is why it could not be removed. */
export interface PrunedWorktree extends LeftBehind {
  readonly removed: boolean;
  readonly problem: string | null;
}

/** Removes worktrees and branches of runs that are over. Without `--yes` it only says what there is. */
export const runsPruneCommand: CommandModule<object, PruneArguments> = {
  command: 'prune',
  describe: 'Remove worktrees and branches that ended runs have left',
  builder: (yargs: Argv) =>
    yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }).option('yes', {
      type: 'boolean',
      default: false,
      describe: 'Remove them; without it they are listed',
    }),
  handler: async ({ json, yes }) => {
    const workRoot = findWorkRoot(process.cwd());
    const left = await findLeftWorktrees(workRoot);
    const done: PrunedWorktree[] = [];
    for (const each of left) {
      const problem = yes ? ((await removeLeft(workRoot, each)) ?? null) : null;
      done.push({ ...each, removed: yes && problem === null, problem });
      if (problem !== null) process.exitCode = 3;
    }
    if (json) {
      process.stdout.write(`${jsonText(done, 'indented')}\n`);
      return;
    }
    for (const each of done) {
      process.stdout.write(`${printable(lineOf(each))}\n`);
      if (each.problem !== null) process.stderr.write(`${printable(each.problem)}\n`);
    }
    if (!yes || done.length === 0) process.stderr.write(`${summaryOf(done.length)}\n`);
  },
};

function lineOf(each: PrunedWorktree): string {
  const { path, branch, hasFolder, hasBranch, run, commits, changed } = each;
  const what = [...(hasFolder ? [path] : []), ...(hasBranch ? [`branch ${branch}`] : [])].join(', ');
  const own = [
    ...(commits === null ? ['commits that git does not count'] : []),
    ...(commits !== null && commits > 0 ? [`${formatCount(commits, 'commit')} of its own`] : []),
    ...(changed > 0 ? [`${formatCount(changed, 'change')} in no commit`] : []),
  ];
  const holds = own.length === 0 ? 'nothing of its own' : own.join(', ');
  return `${each.removed ? 'removed ' : ''}${what} (${run ?? 'of no run'}): ${holds}`;
}

function summaryOf(count: number): string {
  if (count === 0) return 'No ended run has left a worktree.';
  return `Nothing was removed. To remove ${count === 1 ? 'it' : 'them'}, with all that is in no other branch: wfmap runs prune --yes`;
}
