import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import { childPathOf, WORKFLOW_KEY } from '../../model/address.ts';
import type { ForeachTask, ParallelTask, WorkflowTask } from '../../model/block.ts';
import type { ItemRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { bindParameters } from '../../prompt/render/bind-parameters.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { advanceChildBlocks } from './end-child-block.ts';
import { fail } from './fail.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import { planItems } from '../scope/plan-items.ts';
import type { OpenTask } from '../state/run-state.ts';
import { contextOf, taskScope } from '../scope/task-scope.ts';

/** Enters the blocks inside of a task. */
export function startChildBlocks(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  task: ParallelTask | ForeachTask | WorkflowTask,
): void {
  try {
    if (task.type === 'parallel') startBranches(batch, open, task);
    else if (task.type === 'foreach') startItems(live, batch, open, task);
    else startWorkflow(live, batch, open, task);
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    fail(batch, open, { reason: thrown.message, fault: 'expression' });
  }
}

function startBranches(batch: Batch, open: OpenTask, { name, branches }: ParallelTask): void {
  for (const branch of branches) batch.add('branch.started', open.address, { task: name, key: branch.name });
}

function startItems(live: LiveRun, batch: Batch, open: OpenTask, task: ForeachTask): void {
  const planned = planItems(task, scopeOf(live, open));
  if ('fault' in planned) {
    fail(batch, open, { reason: planned.fault, fault: 'expression' });
    return;
  }
  batch.add('items.listed', open.address, { task: task.name, items: planned.items });
  for (const item of planned.items) {
    if (isKept(live, open, task, item))
      batch.add('item.kept', open.address, { task: task.name, key: item.key });
  }
  advanceChildBlocks(live, batch, open);
}

/** Whether an item has a result from the last time that still counts: its value is the same. */
function isKept({ state }: LiveRun, open: OpenTask, { name, carry }: ForeachTask, item: ItemRecord): boolean {
  if (!carry) return false;
  const before = instanceWith(state, open).kept.get(name)?.get(item.key);
  return before !== undefined && canonical(before.value) === canonical(item.value);
}

/** The same text for equal values, whatever the order of their keys. */
function canonical(value: Value): string {
  return JSON.stringify(value, (_key, each: Value) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

function startWorkflow(live: LiveRun, batch: Batch, open: OpenTask, task: WorkflowTask): void {
  const { program } = instanceWith(live.state, open);
  const inner = program.maps.get(task.map);
  invariant(inner !== undefined, 'a checked map has all its sub-maps');
  const scope = scopeOf(live, open);
  const given = task.with.map(
    ({ name, expression }) => [name, expressionOf(expression).evaluate(scope)] as const,
  );
  const { scope: inputs, problems } = bindParameters({
    fields: inner.map.fields,
    params: [],
    parameters: [],
    values: {},
    args: Object.fromEntries(given),
    schemaOf: (source) => inner.schemas.get(source),
  });
  if (problems.length > 0) {
    const reason = `The inputs of "${task.map}": ${problems.map(({ message }) => message).join(' ')}`;
    fail(batch, open, { reason, fault: 'expression' });
    return;
  }
  const fields = Object.fromEntries(
    inner.map.fields.flatMap(({ name }): [string, Value][] => {
      const value = inputs.values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const inside = childPathOf(open.address, WORKFLOW_KEY);
  const slip = live.files.claimRunDirectory?.(inside, inner.source.path) ?? null;
  batch.add('workflow.started', open.address, { task: task.name, map: task.map, fields, slip });
}

function scopeOf(live: LiveRun, open: OpenTask): Scope {
  return taskScope(contextOf(live, instanceWith(live.state, open)), open, open.task).scope;
}
