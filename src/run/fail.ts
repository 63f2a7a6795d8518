import type { RunEventData } from '../model/run-event.ts';
import type { Value } from '../model/value.ts';
import type { Batch } from './batch.ts';
import type { OpenTask } from './run-state.ts';

/** Records that a task failed, and where its `onError` leads if it has one. `result` is what it had found out. */
export function fail(
  batch: Batch,
  open: OpenTask,
  { reason, fault }: Pick<RunEventData['task.failed'], 'reason' | 'fault'>,
  result: Value = null,
): void {
  const target = open.task.type === 'end' ? null : (open.task.onError ?? null);
  batch.add('task.failed', open.address, { task: open.task.name, reason, fault, target, result });
}
