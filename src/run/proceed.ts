import { ROOT_ADDRESS, type Address } from '../model/address.ts';
import type { ClaudeTask } from '../model/block.ts';
import { invariant } from '../util/invariant.ts';
import type { Batch } from './batch.ts';
import { currentTaskOf, type BlockInstance } from './block-instance.ts';
import { isCostSpent } from './is-cost-spent.ts';
import type { LiveRun } from './live-run.ts';
import { renderTask } from './render-task.ts';
import type { OpenTask } from './run-state.ts';
import { fail } from './settle.ts';
import { turnOf } from './turn.ts';

/** A turn to be performed once its records are durable. */
export interface PlannedTurn {
  readonly open: OpenTask;
  readonly text: string;
  readonly session: { readonly id: string; readonly continues: boolean };
  readonly budgetUsd: number | undefined;
}

/**
 * Starts what may start now: enters tasks until each block waits for an agent, has ended, or cannot go on.
 *
 * Shape: the turns to perform after the batch is durable. Blocks with an execution under way are left alone.
 */
export function proceed(live: LiveRun, batch: Batch): readonly PlannedTurn[] {
  const planned: PlannedTurn[] = [];
  for (const instance of live.state.blocks.values()) {
    while (instance.open === undefined && live.state.status === 'running') {
      const task = currentTaskOf(instance);
      if (task === undefined) {
        finishRun(batch, instance, false);
      } else if (task.type === 'end') {
        const open = startTask(live, batch, instance);
        batch.add('task.finished', open.address, { task: task.name, action: null, text: '' });
        finishRun(batch, instance, task.failed);
      } else if (reachesLimit(live, batch, 'entry')) {
        break;
      } else {
        const turn = planTurn(live, batch, startTask(live, batch, instance));
        if (turn !== undefined) planned.push(turn);
        // A prompt that could not be rendered without onError leaves the task open and failed.
        else if (instance.open !== undefined) break;
      }
    }
  }
  return planned;
}

/** Records the next turn of an execution; undefined where none can be taken, with the reason recorded. */
export function planTurn(live: LiveRun, batch: Batch, open: OpenTask): PlannedTurn | undefined {
  const { task } = open;
  invariant(task.type === 'claude', 'only claude tasks take turns');
  if (reachesLimit(live, batch, 'turn')) return undefined;
  const { costUsd } = live.state.limits;
  const budgetUsd = costUsd === null ? undefined : costUsd - live.state.costUsd;
  const turn = turnOf(open);
  const rendered = turn.continues ? undefined : renderOrFail(live, batch, open, task);
  const text = turn.continues ? turn.text : rendered;
  if (text === undefined) return undefined;
  const id = turn.continues ? open.session?.id : live.newId();
  invariant(id !== undefined, 'a session that is continued has an id');
  const address: Address = { ...open.address, attempt: open.attempts + 1 };
  const { purpose, continues } = turn;
  batch.add('agent.started', address, {
    task: task.name,
    session: id,
    continues,
    purpose,
    reservedUsd: budgetUsd ?? null,
  });
  return { open, text, session: { id, continues }, budgetUsd };
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

function renderOrFail(live: LiveRun, batch: Batch, open: OpenTask, task: ClaudeTask): string | undefined {
  const rendered = renderTask(live, open, task);
  if ('problem' in rendered) {
    fail(batch, open, { reason: rendered.problem, fault: 'prompt' });
    return undefined;
  }
  const { text, ...record } = rendered;
  live.files.writePrompt(open.execution, task.name, text);
  batch.add('prompt.rendered', open.address, { task: task.name, ...record });
  return text;
}

function finishRun(batch: Batch, instance: BlockInstance, failed: boolean): void {
  invariant(instance.path.length === 0, 'the run ends with its root block');
  const task = currentTaskOf(instance)?.name ?? null;
  batch.add('run.finished', ROOT_ADDRESS, { task, failed });
}

/** Records that a limit of the run leaves no room: for another step on entry, for another dollar always. */
function reachesLimit({ state }: LiveRun, batch: Batch, before: 'entry' | 'turn'): boolean {
  const { steps, costUsd } = state.limits;
  if (before === 'entry' && steps !== null && state.steps >= steps) {
    batch.add('limit.reached', ROOT_ADDRESS, { limit: 'steps', max: steps, used: state.steps });
    return true;
  }
  if (costUsd !== null && isCostSpent(state)) {
    batch.add('limit.reached', ROOT_ADDRESS, { limit: 'costUsd', max: costUsd, used: state.costUsd });
    return true;
  }
  return false;
}
