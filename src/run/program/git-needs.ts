import type { EndTask, ShellTask, Task } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import type { Program } from './program.ts';
import { knownInside, knownRoot, reachedIn, reachedWithin, type KnownBlock } from './reached-tasks.ts';

/** What a run will want of its repository, by the names of the tasks that do; undefined where none does. */
export interface GitNeeds {
  /** It may make a commit in the name of the user, with hooks and signature. */
  readonly commits: string | undefined;
  /** It may merge worktrees into what is checked out. */
  readonly merges: string | undefined;
  /** It may work in worktrees. */
  readonly worktrees: string | undefined;
  /** It does so in every run that goes well and comes to `end`. */
  readonly needsWorktrees:
    { readonly task: string; readonly merges: boolean; readonly end: string } | undefined;
}

/** Works out what a run of a map can want, from its inputs; from a task of the map on, where one is named. */
export function gitNeedsOf(
  program: Program,
  fields: Readonly<Record<string, Value>>,
  from?: string,
): GitNeeds {
  const tasks = reachedWithin(knownRoot(program, fields, 'can'), from).map(({ task }) => task);
  return {
    commits: tasks.find(isCommit)?.name,
    merges: tasks.find((task) => worktreesOf(task)?.merges === true)?.name,
    worktrees: tasks.find((task) => worktreesOf(task) !== undefined)?.name,
    needsWorktrees: findNeeded(knownRoot(program, fields, 'wellGoing'), from),
  };
}

/** A task without which an end of its block, and so of all blocks around, is out of reach. */
function findNeeded(known: KnownBlock, from?: string): GitNeeds['needsWorktrees'] {
  const start = from === undefined ? {} : { from };
  const reached = reachedIn(known, start);
  const ends = [...reached].filter((task): task is EndTask => task.type === 'end' && !task.failed);
  for (const task of reached) {
    const found = worktreesIn(known, task);
    if (found === undefined) continue;
    const others = reachedIn(known, { ...start, without: task });
    const end = ends.find((each) => !others.has(each));
    if (end !== undefined) return { ...found, end: end.name };
  }
  return undefined;
}

function worktreesIn(
  known: KnownBlock,
  task: Task,
): Omit<NonNullable<GitNeeds['needsWorktrees']>, 'end'> | undefined {
  const own = worktreesOf(task);
  if (own !== undefined) return { task: task.name, ...own };
  return knownInside(known, task)
    .map((inner) => findNeeded(inner))
    .find((each) => each !== undefined);
}

function worktreesOf(task: Task): { readonly merges: boolean } | undefined {
  if ((task.type !== 'foreach' && task.type !== 'parallel') || task.workspace.kind !== 'worktree')
    return undefined;
  return { merges: task.workspace.merge !== 'never' };
}

/** Whether a command is there to commit or to set aside, by git or by wfmap. */
export function usesGit(task: ShellTask): boolean {
  return task.mayCommit || isCommitCommand(task) || /\bwfmap\s+set-aside\b/.test(wordsOf(task));
}

/** Whether a task makes commits as its user would: the engine's own have a name to fall back on, and no signature. */
function isCommit(task: Task): boolean {
  if (task.type === 'shell') return task.mayCommit || isCommitCommand(task);
  return task.type === 'claude' && task.mayCommit;
}

function isCommitCommand(task: ShellTask): boolean {
  return /(?:^|[\n;&|(]\s*)(?:wfmap|git)\s+commit\b/.test(wordsOf(task));
}

/** Also what a shell is given as an argument. */
function wordsOf({ command }: ShellTask): string {
  return command.kind === 'argv' ? command.parts.map(({ text }) => text).join('\n') : command.line.text;
}
