import { changeWithGit } from '../../git/run-git.ts';
import { GitError } from '../../git/git-error.ts';
import { hasRemote, readCommitted } from '../../git/read-committed.ts';
import type { GitRecord } from '../../model/event-records.ts';
import type { SettingsGuard } from '../../run/host/settings-guard.ts';
import { createByteTail } from '../../process/byte-tail.ts';
import { findProgram } from '../../process/find-program.ts';
import { startChild } from '../../process/start-child.ts';
import { formatCount, toOneLine } from '../io/format.ts';

/** Units: ms, bytes. */
const TIMEOUT_MS = 5 * 60_000;
const MAX_SAID_BYTES = 16 * 1024;

/** The mark of the programs that are started for it. */
const MARKER = 'pull-request';

/**
 * Pushes the branch of a run to "origin" and opens a pull request for it with `gh`, whose text are the commits.
 *
 * Shape: whether it was opened; `say` is told its address, or why there is none. Errors: none thrown.
 */
export async function openPullRequest(
  workRoot: string,
  {
    git,
    settingsGuard,
  }: { readonly git: GitRecord | null; readonly settingsGuard: SettingsGuard | undefined },
  say: (line: string) => void,
): Promise<boolean> {
  const lack =
    (await settingsGuard?.faultIn(git?.worktree ?? workRoot, true)) ?? (await findLack(workRoot, git));
  const outcome = typeof lack === 'string' ? { fault: lack } : await open(workRoot, lack);
  say('fault' in outcome ? `No pull request was opened: ${toOneLine(outcome.fault, 500)}` : outcome.opened);
  return !('fault' in outcome);
}

/** The branch of a run that a pull request could be opened for; undefined where anything it needs is missing. */
export async function branchToRequest(workRoot: string, git: GitRecord | null): Promise<string | undefined> {
  // What is on the branch that was checked out before has no other to be merged into.
  if (git === null || git.created === null) return undefined;
  const lack = await findLack(workRoot, git);
  return typeof lack === 'string' ? undefined : lack.head;
}

interface Request {
  readonly gh: string;
  readonly head: string;
  /** The branch to merge into; null for that of the host. */
  readonly base: string | null;
  readonly folder: string;
}

/** What a request needs, or a sentence on what is missing. */
async function findLack(workRoot: string, git: GitRecord | null): Promise<Request | string> {
  if (git === null) return 'this is not a git repository.';
  const head = git.created ?? git.branch;
  if (head === null) return 'no branch is checked out: start the run with --branch or --worktree.';
  const found = await readCommitted(workRoot, git.head, head);
  if (found === null || found.count === 0) return 'the run committed nothing.';
  const gh = findProgram('gh', process.env['PATH'] ?? '', workRoot);
  if (gh === undefined) return 'there is no "gh" on PATH: https://cli.github.com';
  if (!(await hasRemote(workRoot))) return 'the repository has no remote "origin".';
  return { gh, head, base: git.created === null ? null : git.branch, folder: git.worktree ?? workRoot };
}

async function open(
  workRoot: string,
  { gh, head, base, folder }: Request,
): Promise<{ readonly opened: string } | { readonly fault: string }> {
  try {
    const ref = `refs/heads/${head}:refs/heads/${head}`;
    await changeWithGit(workRoot, 'push the branch', ['push', '--set-upstream', '--', 'origin', ref]);
  } catch (thrown) {
    if (thrown instanceof GitError) return { fault: thrown.message };
    throw thrown;
  }
  const said = { stdout: createByteTail(MAX_SAID_BYTES), stderr: createByteTail(MAX_SAID_BYTES) };
  const child = startChild({
    command: gh,
    args: ['pr', 'create', `--head=${head}`, ...(base === null ? [] : [`--base=${base}`]), '--fill'],
    folder,
    environment: { ...process.env, GH_PROMPT_DISABLED: '1' },
    marker: MARKER,
    timeoutMs: TIMEOUT_MS,
    onOutput: (chunk, stream) => said[stream].push(chunk),
  });
  const { exitCode, timedOut } = await child.end;
  const last = lastLine(said.stdout.text());
  if (exitCode === 0) return { opened: `Pull request: ${toOneLine(last, 500)}` };
  const why = timedOut
    ? `"gh" took longer than ${formatCount(TIMEOUT_MS / 60_000, 'minute')}.`
    : lastLine(said.stderr.text()) || last || `"gh" ended with ${exitCode ?? 'a signal'}.`;
  return { fault: `the branch is pushed, and "gh pr create" said: ${why}` };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
