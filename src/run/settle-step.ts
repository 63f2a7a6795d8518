import { invariant } from '../util/invariant.ts';
import type { Batch } from './batch.ts';
import type { BlockInstance } from './block-instance.ts';
import { finishPart, giveUpOnStuck } from './end-part.ts';
import type { LiveRun } from './live-run.ts';
import type { StepReply } from './planned.ts';
import { addressAround } from './work-folder.ts';
import { isToMerge } from './worktree-step.ts';

/** Records what a step came to, and what follows from it for the block. */
export function settleStep(live: LiveRun, batch: Batch, instance: BlockInstance, reply: StepReply): void {
  const { path, worktree, workspace } = instance;
  const { task, key } = path.at(-1) ?? { task: '', key: '' };
  const address = addressAround(path);
  if ('fault' in reply) {
    batch.add('worktree.failed', address, { task, key, reason: reply.fault });
    giveUpOnStuck(live, batch, instance);
    return;
  }
  switch (reply.step) {
    case 'plan': {
      const { path: folder, branch, base, onto } = reply;
      batch.add('worktree.planned', address, { task, key, path: folder, branch, base, onto });
      break;
    }
    case 'make':
      batch.add('worktree.made', address, { task, key, note: reply.note });
      if (workspace.kind === 'worktree' && workspace.setup !== undefined) break;
      batch.add('worktree.opened', address, { task, key });
      break;
    case 'set up':
      batch.add('worktree.opened', address, { task, key });
      break;
    case 'read':
      batch.add('workspace.read', address, { task, key, diff: reply.diff });
      break;
    case 'commit':
      batch.add('worktree.committed', address, { task, key, head: reply.head });
      invariant(worktree !== undefined, 'what is committed is a worktree');
      if (!isToMerge(worktree) && worktree.head !== worktree.base)
        keep(live, batch, instance, whyKept(instance));
      break;
    case 'merge':
      settleMerge(live, batch, instance, reply.merged);
      break;
    case 'close':
      if (reply.kept === undefined) batch.add('worktree.removed', address, { task, key });
      else batch.add('worktree.kept', address, { task, key, reason: reply.kept });
      finish(live, batch, instance);
      break;
    case 'interrupted':
      break;
  }
}

function settleMerge(
  live: LiveRun,
  batch: Batch,
  instance: BlockInstance,
  merged: Extract<StepReply, { step: 'merge' }>['merged'],
): void {
  const { task, key } = instance.path.at(-1) ?? { task: '', key: '' };
  const address = addressAround(instance.path);
  const { base } = merged;
  if (merged.kind === 'merged') {
    batch.add('worktree.merged', address, { task, key, base, result: merged.result });
    return;
  }
  batch.add('worktree.conflicted', address, { task, key, base, paths: merged.paths });
  keep(live, batch, instance, 'Its merge met other changes.');
}

function whyKept({ worktree }: BlockInstance): string {
  return worktree?.end?.failed === true ? 'It failed.' : 'Its work is not to be merged.';
}

function keep(live: LiveRun, batch: Batch, instance: BlockInstance, reason: string): void {
  const { task, key } = instance.path.at(-1) ?? { task: '', key: '' };
  batch.add('worktree.kept', addressAround(instance.path), { task, key, reason });
  finish(live, batch, instance);
}

/** A merge that met other changes is an outcome of its own, whatever the block came to. */
function finish(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  const { worktree } = instance;
  invariant(worktree?.end !== undefined, 'a worktree is closed after its block has ended');
  const { outcome, result, failed } = worktree.end;
  const isConflict = worktree.phase === 'conflicted';
  finishPart(live, batch, instance, { outcome: isConflict ? CONFLICT : outcome, result, failed });
}

/** Source: FORMAT 4. */
const CONFLICT = 'conflict';
