import type { BlockStep } from '../../model/address.ts';
import { blockKeyOf } from '../../model/address.ts';
import type { Task } from '../../model/block.ts';
import { toCommandsRule } from '../../model/permission-rule.ts';
import type { CopyWish } from '../../model/worktrees.ts';
import { agentSettingsOf } from '../program/agent-settings.ts';
import type { TaskEffects } from '../program/task-effects.ts';
import type { Program } from '../program/program.ts';
import { instanceWith } from '../state/in-state.ts';
import { executionAround } from '../state/running-blocks.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';
import type { LiveRun } from './live-run.ts';
import { workFolderOf } from './work-folder.ts';

/**
 * Whether an execution is to work in a throw-away copy of its folder, as one that may write nothing.
 *
 * Where no wall holds: if others work in the folder at the same time, since nothing keeps what one of them does from the others.
 * Behind a wall: if it is to run checks, whose caches and reports have to be written somewhere, and it gets no overlay.
 */
export function needsCopy(live: LiveRun, open: OpenTask, effects: TaskEffects | undefined): boolean {
  const { walls, state } = live;
  if (effects?.writes !== 'nothing' || effects.mayCommit || !canCopy(live)) return false;
  const { program } = instanceWith(state, open);
  if (sharesSession(program, open.task)) return false;
  if ((walls?.record.kind ?? null) === null) return isAmongOthers(state, open.address.block);
  return runsChecks(program, open.task) && !hasOverlay(live, open, effects);
}

function canCopy({ worktrees, changes, state }: LiveRun): boolean {
  return worktrees?.copies !== undefined && changes !== undefined && (state.started?.git ?? null) !== null;
}

/** Whether an agent may run commands of the project, or those that the run was started with. */
function runsChecks(program: Program, task: Task): boolean {
  const rules = task.type === 'claude' ? agentSettingsOf(program, task).allowedTools : undefined;
  return (rules ?? []).some((rule) => toCommandsRule(rule) !== undefined);
}

function hasOverlay(
  { walls, state, atWork, runFolder, ...live }: LiveRun,
  open: OpenTask,
  effects: TaskEffects,
): boolean {
  const folder = workFolderOf({ state, settings: live.settings }, open.address.block);
  const others = [...atWork].filter(([start, at]) => state.open.has(start) && at.folder === folder);
  const isAlone = others.every(([, at]) => at.effects?.writes === 'nothing');
  const wall = walls?.around({ isAgent: true, folder, runFolder, effects, isAlone, ignored: [] });
  return wall?.confinement.overlay === true;
}

/** Whether blocks with other names or keys work in the same folder: branches, or items that do not wait for each other. */
function isAmongOthers(state: RunState, path: readonly BlockStep[]): boolean {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const instance = state.blocks.get(blockKeyOf(path.slice(0, depth)));
    if (instance === undefined || instance.worktree !== undefined) return false;
    const around = executionAround(state, instance);
    const isInTurn = around?.task.type === 'foreach' && around.task.concurrency === 1;
    if (!isInTurn && (around?.children?.byKey.size ?? 0) > 1) return true;
  }
  return false;
}

/** An agent finds a session only in the folder that it began in. */
function sharesSession({ facts }: Program, task: Task): boolean {
  if (task.type !== 'claude') return false;
  if (task.session.kind !== 'new') return true;
  return [...facts.tasks.keys()].some(
    (other) => other.type === 'claude' && 'task' in other.session && other.session.task === task.name,
  );
}

/** The copy of an execution: a resumed one has the same, so that the agent finds its session. */
export function copyOf(live: LiveRun, { address }: OpenTask): CopyWish {
  const { block, task, visit } = address;
  return {
    ...copiesOf(live.settings),
    folder: workFolderOf(live, block),
    key: JSON.stringify([blockKeyOf(block), task, visit]),
  };
}

/** Where the copies of a run lie. */
export function copiesOf({ workRoot, run }: Pick<LiveRun['settings'], 'workRoot' | 'run'>) {
  return { root: workRoot, run: run.id };
}
