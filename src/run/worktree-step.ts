import type { Batch } from './batch.ts';
import { blockKeyOf, type BlockInstance } from './block-instance.ts';
import type { LiveRun } from './live-run.ts';
import { hasSlot } from './has-slot.ts';
import type { PlannedStep, StepKind } from './planned.ts';
import { readsWorkspace } from './reads-workspace.ts';
import { reachesLimit } from './reaches-limit.ts';
import type { Worktree } from './worktree.ts';

/**
 * The step that a block is in need of before it can go on: one for its worktree, or to read what was changed there.
 *
 * Shape: `wait` where a step is under way, is not its turn yet, or could not be taken; undefined where the tasks of
 * the block go on. Without somebody who keeps worktrees, as in a simulation, all work in the same folder.
 */
export function stepFor(
  live: LiveRun,
  batch: Batch,
  instance: BlockInstance,
): PlannedStep | 'wait' | undefined {
  const { workspace, worktree } = instance;
  if (live.worktrees === undefined || instance.path.length === 0) return undefined;
  if (instance.stuck !== undefined || live.steps.has(instance)) return 'wait';
  if (workspace.kind !== 'worktree') return readStep(instance);
  const kind = worktree === undefined ? 'plan' : NEXT[worktree.phase];
  if (kind === undefined) return readStep(instance);
  if (isOpening(kind) && (!hasSlot(live) || reachesLimit(live, batch, 'entry'))) return 'wait';
  if (kind !== 'merge' || worktree === undefined) return { kind: 'step', step: kind, instance };
  if (!isToMerge(worktree)) return { kind: 'step', step: 'close', instance };
  return firstToMerge(live, instance) === instance ? { kind: 'step', step: 'merge', instance } : 'wait';
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
export function isOpening(kind: StepKind): boolean {
  return kind === 'plan' || kind === 'make' || kind === 'set up';
}

/** Whether a worktree holds work that goes into the branch it began at. */
export function isToMerge({ end, head, base }: Worktree): boolean {
  return end?.merges === true && head !== base;
}

/** Of those that are ready, one after the other in the order of the map or of the items. */
function firstToMerge({ state, steps }: LiveRun, instance: BlockInstance): BlockInstance | undefined {
  const around = instance.path.slice(0, -1);
  const step = instance.path.at(-1);
  const parts = state.open.get(state.blocks.get(blockKeyOf(around))?.open ?? 0)?.parts;
  if (parts === undefined || step === undefined) return undefined;
  let first: BlockInstance | undefined;
  for (const [key, { status }] of parts.byKey) {
    if (status !== 'running') continue;
    const other = state.blocks.get(blockKeyOf([...around, { ...step, key }]));
    if (other === undefined || other.stuck !== undefined) continue;
    if (steps.get(other) === 'merge') return undefined;
    if (other.worktree?.phase === 'committed' && isToMerge(other.worktree)) first ??= other;
  }
  return first;
}

/** Whoever is to read what was changed gets it as it is when the task begins. */
function readStep(instance: BlockInstance): PlannedStep | undefined {
  if (instance.isDiffFresh || !readsWorkspace(instance)) return undefined;
  return { kind: 'step', step: 'read', instance };
}
