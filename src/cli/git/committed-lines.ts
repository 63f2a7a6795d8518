import type { Committed } from '../../git/read-committed.ts';
import type { GitRecord } from '../../model/event-records.ts';
import { formatCommand, formatCount, toOneLine } from '../io/format.ts';

/** What the commits of a run are shown with. */
export interface Shown {
  readonly git: GitRecord;
  /** The branch that has the commits; null where none is checked out. */
  readonly branch: string | null;
  readonly runName: string;
  /** Whether a pull request can be opened with `gh`. */
  readonly hasHost: boolean;
}

/** The commits of a run for a person, and what to do with them: look, merge, undo, open a pull request. */
export function committedLines(
  { commits, count, size }: Committed,
  { git, branch, runName, hasHost }: Shown,
): readonly string[] {
  if (count === 0) return [];
  const left = count - commits.length;
  const tip = branch ?? 'HEAD';
  const look =
    git.head === null ? ['git', 'log', '-p', tip] : ['git', 'log', '-p', `${git.head.slice(0, 12)}..${tip}`];
  return [
    `${headOf({ count, size }, branch)}:`,
    ...(left > 0 ? [`- ${left} before these`] : []),
    ...commits.map(({ id, title }) => `- ${id} ${toOneLine(title, MAX_TITLE)}`),
    `To look at ${count === 1 ? 'it' : 'them'}: ${formatCommand(look)}`,
    ...mergeLines(git),
    ...(hasHost && git.created !== null ? [`To open a pull request: ${requestLine(git)}`] : []),
    `To undo: ${formatCommand(['wfmap', 'show', runName])} says how.`,
  ];
}

/** The same in one line. */
export function committedLine(committed: Committed, branch: string | null): string {
  return `${headOf(committed, branch)}.`;
}

function headOf({ count, size }: Pick<Committed, 'count' | 'size'>, branch: string | null): string {
  const on = branch === null ? '' : ` on ${branch}`;
  return `${formatCount(count, 'commit')}${on}${size === '' ? '' : `, ${size}`}`;
}

/** Units: characters. */
const MAX_TITLE = 100;

function mergeLines({ created, branch, worktree }: GitRecord): readonly string[] {
  if (created === null) return [];
  const merge = formatCommand(['git', 'merge', created]);
  const goes = worktree === null && branch !== null ? `${formatCommand(['git', 'switch', branch])} && ` : '';
  return [`To merge: ${goes}${merge}`];
}

function requestLine({ created, branch }: GitRecord): string {
  const head = created ?? '';
  const base = branch === null ? [] : ['--base', branch];
  const push = formatCommand(['git', 'push', '--set-upstream', 'origin', head]);
  return `${push} && ${formatCommand(['gh', 'pr', 'create', '--head', head, ...base, '--fill'])}`;
}
