import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { ROOT_ADDRESS } from '../../model/address.ts';
import type { EndTask } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { canChange } from '../../model/tasks.ts';
import { askPerson } from './ask-person.ts';
import type { Batch } from '../live/batch.ts';
import { beginOrFail } from './begin-or-fail.ts';
import { conclude } from './conclude.ts';
import { endChildBlock } from './end-child-block.ts';
import { fail } from './fail.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import { planCommand } from './plan-command.ts';
import { planTurn } from './plan-turn.ts';
import type { Planned } from '../live/planned.ts';
import type { OpenTask } from '../state/run-state.ts';
import { needsSnapshot } from './settle-changes.ts';
import { startChildBlocks } from './start-child-blocks.ts';
import { contextOf, taskScope } from '../scope/task-scope.ts';

/** Records the beginning of a task's work; gives what is to be started for it, if anything is. */
export function perform(live: LiveRun, batch: Batch, open: OpenTask): Planned | undefined {
  if (canChange(open.task) && !live.atWork.has(open.start)) {
    if (!beginOrFail(live, batch, open)) return undefined;
    if (needsSnapshot(live, open)) {
      live.snapshots.add(open.start);
      return { kind: 'snapshot', open };
    }
  }
  return performBegun(live, batch, open);
}

function performBegun(live: LiveRun, batch: Batch, open: OpenTask): Planned | undefined {
  const { task } = open;
  switch (task.type) {
    case 'claude':
      return planTurn(live, batch, open, task);
    case 'shell':
      return planCommand(live, batch, open, task);
    case 'human':
      askPerson(live, batch, open, task);
      break;
    case 'decide':
      conclude(live, batch, open, { result: null, action: undefined, by: 'guard' });
      break;
    case 'parallel':
    case 'foreach':
    case 'workflow':
      startChildBlocks(live, batch, open, task);
      break;
    case 'end':
      endBlock(live, batch, open, task);
  }
  return undefined;
}

function endBlock(live: LiveRun, batch: Batch, open: OpenTask, task: EndTask): void {
  const instance = instanceWith(live.state, open);
  try {
    const result = resultOf(live, open, task);
    const { name, outcome, failed } = task;
    const record = { task: name, action: null, result, outcome, bindings: {}, args: {} };
    batch.add('task.finished', open.address, record);
    if (instance.path.length > 0) endChildBlock(live, batch, instance, { outcome, result, failed });
    else batch.add('run.finished', ROOT_ADDRESS, { task: name, outcome, result, failed });
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    fail(batch, open, { reason: thrown.message, fault: 'expression' });
  }
}

function resultOf(live: LiveRun, open: OpenTask, task: EndTask): Value {
  if (task.result === undefined) return null;
  const context = contextOf(live, instanceWith(live.state, open));
  return expressionOf(task.result).evaluate(taskScope(context, open, task).scope);
}
