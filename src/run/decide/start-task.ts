import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { currentTaskOf, type BlockInstance } from '../state/block-instance.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';

/**
 * Enters the task that a block is in. An execution that an earlier process left open is gone on with: the new
 * one is of the same visit and takes over its session.
 */
export function startTask(live: LiveRun, batch: Batch, instance: BlockInstance): OpenTask {
  const task = currentTaskOf(instance)?.name;
  invariant(task !== undefined, 'a block that has ended starts no task');
  const earlier = live.state.open.get(instance.open ?? 0);
  const visit = earlier?.address.visit ?? (instance.visits.get(task) ?? 0) + 1;
  const { seq } = batch.add(
    'task.started',
    { block: instance.path, task, visit },
    {
      task,
      execution: live.state.executions + 1,
      resumes: earlier?.start ?? null,
      args: { ...earlier?.args, ...instance.nextArgs },
    },
  );
  const open = live.state.open.get(seq);
  invariant(open !== undefined, 'a started task is open');
  return open;
}
