import { relative } from 'node:path';
import { freshChanges } from '../../git/fresh-changes.ts';
import { hasRemote, readCommitted } from '../../git/read-committed.ts';
import { readGitState } from '../../git/read-git-state.ts';
import { findOverwritten, findStashes } from '../../git/read-traces.ts';
import { someOf } from '../../git/worktree-git.ts';
import type { GitRecord } from '../../model/event-records.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { findProgram } from '../../process/find-program.ts';
import { formatCommand, formatCount, toOneLine } from '../io/format.ts';
import { committedLine, committedLines } from './committed-lines.ts';
import { bringBack } from './make-surroundings.ts';

/** A run that came to rest. Shape: `isOver` unless it can be resumed. */
interface Reported extends Pick<RunEventData['run.started'], 'git' | 'run'> {
  readonly runName: string;
  readonly isOver: boolean;
}

/** Reports what a run that ended or stopped leaves in its repository, its commits first. Nothing is changed. */
export async function reportChanges(
  workRoot: string,
  { git, run, runName, isOver }: Reported,
  say: (line: string) => void,
): Promise<void> {
  if (git === null) return;
  const { worktree, stash } = git;
  const [now, commits, edited, stashes] = await Promise.all([
    readGitState(worktree ?? workRoot),
    committed(workRoot, git, { runName, isOver }),
    overwritten(workRoot, git),
    setAside(workRoot, run),
  ]);
  const left = now === null ? undefined : sinceThen(now.changed, git);
  const where = worktree === null ? '' : ` in ${relative(workRoot, worktree)}`;
  const lines = [
    ...(worktree === null ? [] : [`The work is${where}, on the branch "${git.created ?? ''}".`]),
    ...commits,
    ...(left === undefined ? [] : [`${left}${where}.`]),
    ...(now === null ? [] : edited),
    ...stashes,
    ...(stash === null ? [] : [`What was set aside comes back with: ${bringBack(stash)}`]),
  ];
  for (const line of lines) say(toOneLine(line, 500));
}

async function committed(
  workRoot: string,
  git: GitRecord,
  { runName, isOver }: Pick<Reported, 'runName' | 'isOver'>,
): Promise<readonly string[]> {
  const branch = git.created ?? git.branch;
  const found = await readCommitted(workRoot, git.head, branch ?? 'HEAD');
  if (found === null || found.count === 0) return [];
  if (!isOver) return [committedLine(found, branch)];
  const hasHost =
    git.created !== null &&
    findProgram('gh', process.env['PATH'] ?? '', workRoot) !== undefined &&
    (await hasRemote(workRoot));
  return committedLines(found, { git, branch, runName, hasHost });
}

/** Nothing shows who changed them: an agent, or the user at the same time. */
async function overwritten(workRoot: string, { head, tree }: GitRecord): Promise<readonly string[]> {
  if (tree === undefined) return [];
  const paths = await findOverwritten(workRoot, { head: head ?? '', tree });
  if (paths === undefined)
    return ['Git no longer has your uncommitted files as they were when the run started.'];
  if (paths.length === 0) return [];
  const files = `${formatCount(paths.length, 'file')} with uncommitted edits of yours`;
  return [
    `${files} changed after the run started and may be in its commits: ${someOf(paths)}. To see your version: ` +
      formatCommand(['git', 'show', `${tree}:${paths[0] ?? ''}`]),
  ];
}

/** Units: lines. */
const MAX_STASHES = 5;

async function setAside(workRoot: string, run: string): Promise<readonly string[]> {
  const found = await findStashes(workRoot, run);
  const more = found.length - MAX_STASHES;
  return [
    ...found
      .slice(0, MAX_STASHES)
      .map(({ commit, title }) => `Set aside by the run: "${title}". To bring it back: ${bringBack(commit)}`),
    ...(more > 0 ? [`And ${more} more: git stash list`] : []),
  ];
}

function sinceThen(now: readonly string[], git: GitRecord): string | undefined {
  const { fresh, before } = freshChanges(now, git);
  if (fresh === 0) return undefined;
  const others = before > 0 ? `, beside ${before} from before the run` : '';
  return `${formatCount(fresh, 'file')} changed and not committed${others}`;
}
