import { currentTaskOf, type BlockInstance } from './block-instance.ts';
import { ROOT_ADDRESS } from '../model/address.ts';
import { invariant } from '../util/invariant.ts';
import type { Batch } from './batch.ts';
import { isStep } from './fold-task.ts';
import type { LiveRun } from './live-run.ts';
import { perform } from './perform.ts';
import type { Planned } from './planned.ts';
import { reachesLimit } from './reaches-limit.ts';
import type { OpenTask } from './run-state.ts';

/**
 * Starts what may start now: enters tasks until each block waits for somebody, has ended, or cannot go on.
 *
 * Shape: the work to start after the batch is durable. Blocks with an execution under way are left alone.
 */
export function proceed(live: LiveRun, batch: Batch): readonly Planned[] {
  const planned: Planned[] = [];
  for (const instance of live.state.blocks.values()) {
    for (let moves = 0; canMove(live, instance); moves += 1) {
      const task = currentTaskOf(instance);
      if (task === undefined) {
        finishRun(batch, { task: null, outcome: null, result: null, failed: false });
        break;
      }
      if ((isStep(task) || moves >= MAX_IDLE_MOVES) && reachesLimit(live, batch, 'entry')) break;
      if (moves >= MAX_IDLE_MOVES) {
        spin(live, batch, instance);
        break;
      }
      const work = perform(live, batch, startTask(live, batch, instance));
      if (work !== undefined) planned.push(work);
    }
  }
  return planned;
}

/** More moves than that without any work in between are a loop that nothing ends. */
const MAX_IDLE_MOVES = 1000;

function canMove({ state }: LiveRun, instance: BlockInstance): boolean {
  return instance.open === undefined && state.status === 'running';
}

/** Ends a spin of decisions where it is: also a task with `onError` fails for good. */
function spin(live: LiveRun, batch: Batch, instance: BlockInstance): void {
  const open = startTask(live, batch, instance);
  const reason = `The map went through ${MAX_IDLE_MOVES} decisions in a row without any work between them.`;
  const task = open.task.name;
  batch.add('task.failed', open.address, {
    task,
    reason,
    fault: 'guards',
    target: null,
    result: null,
    action: null,
  });
}

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

export function finishRun(batch: Batch, end: Parameters<typeof batch.add<'run.finished'>>[2]): void {
  batch.add('run.finished', ROOT_ADDRESS, end);
}
