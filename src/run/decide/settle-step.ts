import type { Address } from '../../model/address.ts';
import type { ChildBlockRecord } from '../../model/event-records.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { finishChildBlock, failParentIfStuck, inConflict } from './end-child-block.ts';
import type { LiveRun } from '../live/live-run.ts';
import { UNMERGED } from '../state/child-states.ts';
import type { OpenTask } from '../state/run-state.ts';
import { conflictReason } from '../state/worktree.ts';
import type { StepReply } from '../live/planned.ts';
import { addressAround } from '../live/work-folder.ts';
import { isToMerge } from './worktree-step.ts';

/** Records what a step came to, and what follows from it for the block. */
export function settleStep(live: LiveRun, batch: Batch, instance: BlockInstance, reply: StepReply): void {
  if ('fault' in reply) {
    const { address, child } = placeOf(instance);
    batch.add('worktree.failed', address, { ...child, reason: reply.fault });
    failParentIfStuck(live, batch, instance);
  } else if (reply.step === 'commit' || reply.step === 'merge' || reply.step === 'close') {
    settleEnd(live, batch, instance, reply);
  } else {
    settleBeginning(batch, instance, reply);
  }
}

type Settled = Exclude<StepReply, { readonly fault: string }>;
type Ending = Extract<Settled, { readonly step: 'commit' | 'merge' | 'close' }>;

/** What is done before the tasks of a block, or one of them, begin. */
function settleBeginning(batch: Batch, instance: BlockInstance, reply: Exclude<Settled, Ending>): void {
  const { address, child } = placeOf(instance);
  const { workspace } = instance;
  switch (reply.step) {
    case 'plan': {
      const { path, branch, base, onto } = reply;
      batch.add('worktree.planned', address, { ...child, path, branch, base, onto });
      break;
    }
    case 'make':
      batch.add('worktree.made', address, { ...child, note: reply.note });
      if (workspace.kind === 'worktree' && workspace.setup !== undefined) break;
      batch.add('worktree.opened', address, child);
      break;
    case 'set up':
      batch.add('worktree.opened', address, child);
      break;
    case 'read':
      batch.add('workspace.read', address, { ...child, diff: reply.diff });
      break;
    case 'interrupted':
      break;
  }
}

/** Records what was changed where an execution works. */
export function recordDiff(batch: Batch, { address: { block } }: OpenTask, diff: string): void {
  const step = block.at(-1);
  if (step === undefined) return;
  batch.add('workspace.read', addressAround(block), { task: step.task, key: step.key, diff });
}

/** What is done once a block has ended; the child block is over when its worktree is gone, or stays for a reason. */
function settleEnd(live: LiveRun, batch: Batch, instance: BlockInstance, reply: Ending): void {
  const { worktree } = instance;
  const { address, child } = placeOf(instance);
  invariant(worktree !== undefined, 'what ends is a worktree');
  if (reply.step === 'commit') {
    batch.add('worktree.committed', address, { ...child, head: reply.head });
    if (!isToMerge(worktree) && worktree.head !== worktree.base) {
      const why = worktree.end?.failed === true ? 'It failed.' : 'Its work is not to be merged.';
      keep(live, batch, instance, why);
    }
  } else if (reply.step === 'merge') {
    const { merged } = reply;
    const { base } = merged;
    if (merged.kind === 'merged') {
      batch.add('worktree.merged', address, { ...child, base, result: merged.result });
    } else {
      batch.add('worktree.conflicted', address, { ...child, base, paths: merged.paths });
      keep(live, batch, instance, UNMERGED);
    }
  } else if (reply.kept === undefined) {
    batch.add('worktree.removed', address, child);
    finish(live, batch, instance);
  } else {
    keep(live, batch, instance, reply.kept);
  }
}

function keep(live: LiveRun, batch: Batch, instance: BlockInstance, reason: string): void {
  const { address, child } = placeOf(instance);
  batch.add('worktree.kept', address, { ...child, reason });
  finish(live, batch, instance);
}

function finish(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  const { worktree } = instance;
  invariant(worktree?.end !== undefined, 'a worktree is closed after its block has ended');
  const { merges: _, ...end } = worktree.end;
  const isConflict = worktree.phase === 'conflicted';
  finishChildBlock(live, batch, instance, isConflict ? inConflict(end, conflictReason(worktree)) : end);
}

function placeOf({ path }: BlockInstance): { readonly address: Address; readonly child: ChildBlockRecord } {
  const step = path.at(-1);
  invariant(step !== undefined, 'it is the block of a branch or item');
  return { address: addressAround(path), child: { task: step.task, key: step.key } };
}
