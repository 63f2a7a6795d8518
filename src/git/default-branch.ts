import { askGit } from './run-git.ts';

/** Names that hosts and git itself give to the first branch. */
const USUAL: ReadonlySet<string> = new Set(['main', 'master']);

/**
 * Whether a branch is the one that the others of its repository come from and are merged into.
 *
 * That is the one that the remote "origin" names; where that says nothing, one of a usual name, the one that `git init` makes
 * here, or the only one there is.
 */
export async function isDefaultBranch(folder: string, branch: string): Promise<boolean> {
  const remote = await lineOf(folder, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const named = /^refs\/remotes\/origin\/(.+)$/.exec(remote)?.[1];
  if (named !== undefined) return branch === named;
  if (USUAL.has(branch)) return true;
  if ((await lineOf(folder, ['config', '--get', 'init.defaultBranch'])) === branch) return true;
  const others = await lineOf(folder, ['for-each-ref', '--count=2', '--format=%(refname)', 'refs/heads']);
  return others === `refs/heads/${branch}`;
}

async function lineOf(folder: string, words: readonly string[]): Promise<string> {
  return (await askGit(folder, words))?.text.trimEnd() ?? '';
}
