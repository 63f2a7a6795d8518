import { readAftermath } from '../../git/read-aftermath.ts';
import { undoSteps } from '../../git/undo-steps.ts';
import type { GitRecord } from '../../model/event-records.ts';
import { formatCommand, formatCount, toOneLine } from '../io/format.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';

/**
 * What a run did to its repository, and how to undo it.
 *
 * Shape: `commits` as in `Aftermath`; `changed` counts what is not committed where the agents worked, null where
 * that is gone; `undo` is in order, empty while the run goes on.
 */
export interface GitReport extends GitRecord {
  readonly commits: number | null;
  readonly uncommitted: number | null;
  readonly checkedOut: string | null;
  readonly undo: readonly { readonly command: string; readonly does: string }[];
}

/** Looks at the repository of a run; null for a run outside of one, and where there is none any more. */
export async function gitReportOf(workRoot: string, { run, pid }: RunOnDisk): Promise<GitReport | null> {
  const git = run.started?.data.git ?? null;
  const aftermath = git === null ? null : await readAftermath(workRoot, git);
  if (git === null || aftermath === null) return null;
  const steps = pid !== undefined ? [] : undoSteps(git, aftermath);
  return {
    ...git,
    commits: aftermath.commits,
    uncommitted: aftermath.now?.changed.length ?? null,
    checkedOut: aftermath.now?.branch ?? null,
    undo: steps.map(({ words, does }) => ({ command: formatCommand(words), does })),
  };
}

/** The same for a person to read. */
export function gitLines(report: GitReport | null): readonly string[] {
  if (report === null) return [];
  const { undo, head, branch, changedCount } = report;
  const at = head === null ? 'before the first commit' : `at ${head.slice(0, 12)}`;
  const on = branch === null ? '' : ` on ${toOneLine(branch)}`;
  const dirt = changedCount === 0 ? '' : `, with ${formatCount(changedCount, 'file')} not committed`;
  return [
    '',
    `Git: began ${at}${on}${dirt}${madeFor(report)}; ${sinceThen(report)}.`,
    ...(undo.length === 0 ? [] : ['To undo, look first, then run in this order:']),
    ...undo.flatMap(({ command, does }) => [`  ${command}`, `      ${does}`]),
  ];
}

function madeFor({ created, worktree }: GitReport): string {
  if (created === null) return '';
  const where = worktree === null ? '' : ` in ${toOneLine(worktree)}`;
  return `; worked on ${toOneLine(created)}${where}`;
}

function sinceThen({ commits, uncommitted, checkedOut, created, branch, worktree }: GitReport): string {
  if (uncommitted === null) return 'the worktree is gone';
  const expected = created ?? branch;
  const elsewhere =
    worktree === null && checkedOut !== expected
      ? `, and now ${checkedOut === null ? 'no branch' : toOneLine(checkedOut)} is checked out`
      : '';
  const made =
    commits === null ? 'the branch no longer comes from there' : `${formatCount(commits, 'commit')} since`;
  return `${made}, ${formatCount(uncommitted, 'file')} not committed${elsewhere}`;
}
