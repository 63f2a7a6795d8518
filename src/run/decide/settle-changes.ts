import type {
  ChangesRecord,
  EvidenceRecord,
  MeanwhileRecord,
  PutBackRecord,
  SnapshotRecord,
} from '../../model/event-records.ts';
import type { Batch } from '../live/batch.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import { isOwnFolder } from '../live/work-folder.ts';
import type { OpenTask } from '../state/run-state.ts';
import { asSentence } from '../../util/as-sentence.ts';
import { fail } from './fail.ts';

/** Whether a snapshot must be taken before an execution works: somebody reads what it changes, or it may not change all. With it a copy is made. */
export function needsSnapshot(live: LiveRun, open: OpenTask): boolean {
  if (live.changes === undefined) return false;
  const at = live.atWork.get(open.start);
  if (at?.wantsCopy === true && at.copy === undefined) return true;
  if (open.snapshot !== undefined && !isToTakeAgain(live, open)) return false;
  return isRead(live, open) || live.atWork.get(open.start)?.effects !== undefined;
}

/** What a person changed between a stop and the resume is known by this. In a folder of the run nobody else changes anything. */
function isToTakeAgain(live: LiveRun, { before, again, address }: OpenTask): boolean {
  return before !== undefined && again === undefined && !isOwnFolder(live, address.block);
}

/** Whether expressions of the map read what an execution changes. */
function isRead({ state }: LiveRun, open: OpenTask): boolean {
  return instanceWith(state, open).program.facts.tasks.get(open.task)?.isCompared === true;
}

/** The same, where they cannot do without it. */
function isNeeded(live: LiveRun, open: OpenTask): boolean {
  const { state } = live;
  const asks = instanceWith(state, open).program.facts.tasks.get(open.task)?.asksForChanges === true;
  return isRead(live, open) && !(asks && (state.started?.git ?? null) === null);
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
  reply: (SnapshotRecord & { readonly copy?: string }) | { readonly fault: string },
): boolean {
  const { name: task } = open.task;
  if ('fault' in reply && !isNeeded(live, open)) {
    if ((live.state.started?.git ?? null) !== null) {
      const reason =
        'What this task changes is to be compared with what it may change, and cannot be found out: ' +
        asSentence(reply.fault);
      fail(batch, open, { reason, fault: 'permanent' });
      return false;
    }
    // Where a run begins outside of git, its agents are still told what they may change. That nobody compares is said once.
    const fault = `${asSentence(reply.fault)} Nothing that tasks of this run change is compared with what they may.`;
    if (!live.isUncompared) recordChanges(batch, open, { fault });
    live.isUncompared = true;
    return true;
  }
  if ('fault' in reply) {
    const reason =
      `The map reads "changes" of this task, and they cannot be found out: ${asSentence(reply.fault)} ` +
      'They need a git repository in the folder that the task works in; "git init" makes one.';
    fail(batch, open, { reason, fault: 'permanent' });
    return false;
  }
  batch.add('snapshot.taken', open.address, { task, ...reply });
  return true;
}

/** Records what was changed where an execution worked, or why nobody knows, what was undone, and what is known of the rest. */
export function recordChanges(
  batch: Batch,
  open: OpenTask,
  reply: ChangesRecord | { readonly fault: string },
  {
    putBack,
    evidence,
    meanwhile,
  }: {
    readonly putBack?: PutBackRecord | undefined;
    readonly evidence?: EvidenceRecord | undefined;
    readonly meanwhile?: MeanwhileRecord | undefined;
  } = {},
): void {
  const { name: task } = open.task;
  const record =
    'fault' in reply
      ? { task, changes: null, reason: asSentence(reply.fault) }
      : { task, changes: reply, reason: null };
  const more = {
    ...(putBack === undefined ? {} : { putBack }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(meanwhile === undefined ? {} : { meanwhile }),
  };
  batch.add('changes.read', open.address, { ...record, ...more });
}
