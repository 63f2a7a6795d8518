import type { ChangesRecord, SnapshotRecord } from '../../model/event-records.ts';
import type { Batch } from '../live/batch.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';
import { declaresEffects } from '../scope/effects-of.ts';
import { fail } from './fail.ts';

/** Whether a snapshot must be taken before an execution begins: somebody reads what it changes, and none was taken yet. */
export function needsSnapshot(live: LiveRun, open: OpenTask): boolean {
  if (live.changes === undefined || open.snapshot !== undefined || live.atWork.has(open.start)) return false;
  return isRead(live, open) || declaresEffects(live, open);
}

/** Whether expressions of the map read what an execution changes. */
function isRead({ state }: LiveRun, open: OpenTask): boolean {
  return instanceWith(state, open).program.facts.tasks.get(open.task)?.isCompared === true;
}

/**
 * Records the snapshot of where an execution is to work. Shape: whether there is one.
 *
 * Without it the task fails, before anybody is paid for work whose guards could not be asked.
 */
export function settleSnapshot(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  reply: SnapshotRecord | { readonly fault: string },
): boolean {
  const { name: task } = open.task;
  if ('fault' in reply && !isRead(live, open)) {
    // What the task may change is still said to its agent. That nobody compares is said once.
    const fault = `${withStop(reply.fault)} Nothing that tasks of this run change is compared with what they may.`;
    if (!live.isUncompared) recordChanges(batch, open, { fault });
    live.isUncompared = true;
    return true;
  }
  if ('fault' in reply) {
    const reason =
      `The map reads "changes" of this task, and they cannot be found out: ${withStop(reply.fault)} ` +
      'They need a git repository in the folder that the task works in; "git init" makes one.';
    fail(batch, open, { reason, fault: 'permanent' });
    return false;
  }
  batch.add('snapshot.taken', open.address, { task, ...reply });
  return true;
}

/** Records what was changed where an execution worked, or why nobody knows. */
export function recordChanges(
  batch: Batch,
  open: OpenTask,
  reply: ChangesRecord | { readonly fault: string },
): void {
  const { name: task } = open.task;
  const record =
    'fault' in reply
      ? { task, changes: null, reason: withStop(reply.fault) }
      : { task, changes: reply, reason: null };
  batch.add('changes.read', open.address, record);
}

function withStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
