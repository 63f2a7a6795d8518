import { relative } from 'node:path';
import { freshChanges } from '../../git/fresh-changes.ts';
import { readGitState } from '../../git/read-git-state.ts';
import type { GitRecord } from '../../model/run-event.ts';
import { formatCommand, formatCount, toOneLine } from '../format.ts';
import { bringBack } from './make-surroundings.ts';

/** Tells what a run that came to rest leaves in its repository. Nothing is changed. */
export async function tellChanges(
  workRoot: string,
  git: GitRecord | null,
  say: (line: string) => void,
): Promise<void> {
  if (git === null) return;
  const { worktree, created, stash } = git;
  const now = await readGitState(worktree ?? workRoot);
  const left = now === null ? undefined : sinceThen(now.changed, git);
  const where = worktree === null ? '' : ` in ${relative(workRoot, worktree)}`;
  const lines = [
    ...(worktree === null
      ? []
      : [
          `The work is${where}, on the branch "${created ?? ''}".`,
          ...(created === null
            ? []
            : [`To take what it committed over: ${formatCommand(['git', 'merge', created])}`]),
        ]),
    ...(left === undefined ? [] : [`${left}${where}.`]),
    ...(stash === null ? [] : [`What was set aside comes back with: ${bringBack(stash)}`]),
  ];
  for (const line of lines) say(toOneLine(line, 500));
}

function sinceThen(now: readonly string[], git: GitRecord): string | undefined {
  const { fresh, before } = freshChanges(now, git);
  if (fresh === 0) return undefined;
  const others = before > 0 ? `, beside ${before} from before the run` : '';
  return `${formatCount(fresh, 'file')} changed and not committed${others}`;
}
