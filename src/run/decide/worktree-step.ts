import type { Batch } from '../live/batch.ts';
import { currentTaskOf, type BlockInstance } from '../state/block-instance.ts';
import type { LiveRun } from '../live/live-run.ts';
import { hasSlot } from '../live/has-slot.ts';
import type { PlannedStep, StepKind } from '../live/planned.ts';
import { executionAround, runningBlocks } from '../state/running-blocks.ts';
import { reachesLimit } from './reaches-limit.ts';
import type { Worktree } from '../state/worktree.ts';

type Waiting = 'wait' | 'put off';

/**
 * The step that a block is in need of before it can go on: one for its worktree, or to read what was changed there.
 *
 * Shape: `wait` where a step is under way, is not its turn yet, or could not be taken; `put off` where there is no place for
 * an agent, or a limit leaves no room; undefined where the tasks of the block go on. Without somebody who keeps worktrees, as
 * in a simulation, all work in the same folder.
 */
export function stepFor(
  live: LiveRun,
  batch: Batch,
  instance: BlockInstance,
): PlannedStep | Waiting | undefined {
  const { workspace, stuck } = instance;
  if (live.worktrees === undefined || instance.path.length === 0) return undefined;
  if (stuck !== undefined || live.steps.has(instance)) return 'wait';
  const step = workspace.kind === 'worktree' ? worktreeStepOf(instance) : undefined;
  if (step === undefined) return readStep(instance);
  return waitFor(live, batch, instance, step) ?? { kind: 'step', step, instance };
}

function waitFor(live: LiveRun, batch: Batch, instance: BlockInstance, step: StepKind): Waiting | undefined {
  if (step === 'merge') return isNextToMerge(live, instance) ? undefined : 'wait';
  if (!isOpening(step)) return undefined;
  return !hasSlot(live) || reachesLimit(live, batch, 'entry') ? 'put off' : undefined;
}

function worktreeStepOf({ worktree }: BlockInstance): StepKind | undefined {
  if (worktree === undefined) return 'plan';
  if (worktree.phase === 'committed' && !isToMerge(worktree)) return 'close';
  return NEXT[worktree.phase];
}

const NEXT: Readonly<Record<Worktree['phase'], StepKind | undefined>> = {
  planned: 'make',
  made: 'set up',
  open: undefined,
  left: 'commit',
  committed: 'merge',
  merged: 'close',
  conflicted: 'close',
};

/** What is done for a block before its tasks begin takes one of the places of those at work. */
function isOpening(kind: StepKind): boolean {
  return kind === 'plan' || kind === 'make' || kind === 'set up';
}

/** Whether a worktree holds work that goes into the branch it began at. */
export function isToMerge({ end, head, base }: Worktree): boolean {
  return end?.merges === true && head !== base;
}

/** Of those that are ready, one after the other in the order of the map or of the items. */
function isNextToMerge({ state, steps }: LiveRun, instance: BlockInstance): boolean {
  const open = executionAround(state, instance);
  if (open === undefined) return false;
  const others = Array.from(runningBlocks(state, open), ([, block]) => block);
  if (others.some((block) => steps.get(block) === 'merge')) return false;
  return others.find(isReadyToMerge) === instance;
}

function isReadyToMerge({ worktree, stuck }: BlockInstance): boolean {
  return stuck === undefined && worktree?.phase === 'committed' && isToMerge(worktree);
}

/** Whoever is to read what was changed gets it as it is when the task begins. */
function readStep(instance: BlockInstance): PlannedStep | undefined {
  const task = currentTaskOf(instance);
  const names = task && instance.program.facts.tasks.get(task)?.names;
  if (instance.isDiffFresh || names?.has('workspace') !== true) return undefined;
  return { kind: 'step', step: 'read', instance };
}
