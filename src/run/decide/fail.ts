import type { RunEventData } from '../../model/run-event.ts';
import type { Batch } from '../live/batch.ts';
import type { Outcome } from '../scope/route.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Records that a task failed, and where its `onError` leads if it has one. `found` is what it had come to. */
export function fail(
  batch: Batch,
  open: OpenTask,
  { reason, fault }: Pick<RunEventData['task.failed'], 'reason' | 'fault'>,
  found: Pick<Outcome, 'result' | 'action'> = { result: null, action: undefined },
): void {
  const target = open.task.type === 'end' ? null : (open.task.onError ?? null);
  const { result, action = null } = found;
  batch.add('task.failed', open.address, { task: open.task.name, reason, fault, target, result, action });
}
