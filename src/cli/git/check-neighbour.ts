import { toOneLine } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { findNeighbour } from './find-neighbour.ts';
import type { GitWishes } from './git-wishes.ts';

/**
 * Tells of a run that goes on in the same folder.
 *
 * Errors: throws {@link UsageError} where the policy is to refuse.
 */
export function checkNeighbour(
  runs: Parameters<typeof findNeighbour>[0],
  where: Parameters<typeof findNeighbour>[1],
  { dirty }: Pick<GitWishes, 'dirty'>,
  say: (line: string) => void,
): void {
  const neighbour = findNeighbour(runs, where);
  if (neighbour === undefined) return;
  const message = `The run ${toOneLine(neighbour.name)} (process ${neighbour.pid}) works in this folder at this moment`;
  if (dirty === 'refuse') {
    throw new UsageError(`${message}, and --dirty refuse allows one at a time.`, { help: WAYS_OUT });
  }
  say(`${message}; wfmap run … --worktree gives a run a folder of its own.`);
}

const WAYS_OUT =
  'Wait for it, stop it with "wfmap stop", or give a run a folder of its own: wfmap run … --worktree';
