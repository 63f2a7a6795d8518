import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { blockKeyOf, ROOT_ADDRESS } from '../../model/address.ts';
import type { EndTask } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import { excerpt } from '../program/excerpt.ts';
import { explainRoute } from '../scope/explain-route.ts';
import { routeReason } from '../scope/reason-words.ts';
import type { ReadRun } from '../scope/route.ts';
import { contextOf, taskScope, type TaskContext } from '../scope/task-scope.ts';
import { instanceWith } from '../state/in-state.ts';
import type { OpenTask } from '../state/run-state.ts';
import { endChildBlock } from './end-child-block.ts';
import { fail } from './fail.ts';

/** Records that a block came to an end task: what it gives, and why it ended there. */
export function endBlock(live: LiveRun, batch: Batch, open: OpenTask, task: EndTask): void {
  const instance = instanceWith(live.state, open);
  const context = contextOf(live, instance);
  try {
    const result = resultOf(context, open, task);
    const { name, outcome, failed } = task;
    const reason = reasonOf(live, context, open, task);
    const end = { outcome, result, failed, ...(reason === undefined ? {} : { reason }) };
    batch.add('task.finished', open.address, {
      task: name,
      action: null,
      result,
      outcome,
      bindings: {},
      args: {},
    });
    if (instance.path.length > 0) endChildBlock(live, batch, instance, end);
    else batch.add('run.finished', ROOT_ADDRESS, { task: name, ...end });
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    fail(batch, open, { reason: thrown.message, fault: 'expression' });
  }
}

function resultOf(context: TaskContext, open: OpenTask, task: EndTask): Value {
  if (task.result === undefined) return null;
  return expressionOf(task.result).evaluate(taskScope(context, open, task).scope);
}

/** Units: UTF-16. */
const MAX_REASON = 2000;
/** What an explanation may spend. */
const MAX_UNITS = 1_000_000;

/** What the map says of it; else, where the block failed, what led there. */
function reasonOf(live: LiveRun, context: TaskContext, open: OpenTask, task: EndTask): string | undefined {
  const said = saidReason(context, open, task);
  if (said !== undefined) return excerpt(said, MAX_REASON);
  const last = live.state.departures.get(blockKeyOf(open.address.block));
  if (!task.failed || last === undefined) return undefined;
  // The other tasks of this batch must have as much to spend as without it.
  const own = { ...readOf(live), units: { left: MAX_UNITS } };
  return routeReason(explainRoute(own, last, task.name), last.open.children);
}

function readOf({ changes, settings, state }: LiveRun): Omit<ReadRun, 'units'> {
  return { changes, settings, state };
}

/** A reason that has no value does not keep a run from its end. */
function saidReason(context: TaskContext, open: OpenTask, task: EndTask): string | undefined {
  if (task.reason === undefined) return undefined;
  try {
    const said = expressionOf(task.reason).evaluate(taskScope(context, open, task).scope);
    return typeof said === 'string' && said !== '' ? said : undefined;
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return undefined;
    throw thrown;
  }
}
