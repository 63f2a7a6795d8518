import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { extendScope, over } from '../../expression/types/extend-scope.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import type { Block, DecideTask, Task } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { holds } from '../../run/scope/route.ts';
import { taskScope, type TaskContext } from '../../run/scope/task-scope.ts';

/**
 * Binds what a run would have bound in a block before its first task that does something: what the decide tasks at its start
 * `set`, as far as that follows from what is known here.
 *
 * Errors: none thrown; where an expression has no value, nothing after it is bound.
 */
export function bindFirst(context: TaskContext, block: Block): TaskContext['bound']['values'] {
  const own = new Map<string, Value>();
  const values = over(own, context.bound.values);
  const taskNamed = (name: string | undefined): Task | undefined =>
    block.tasks.find((task) => task.name === name);
  const gone = new Set<Task>();
  let task = taskNamed(block.start);
  try {
    while (task?.type === 'decide' && !gone.has(task)) {
      gone.add(task);
      task = taskNamed(decide({ ...context, bound: { types: context.bound.types, values } }, task, own));
    }
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
  }
  return values;
}

/** Binds what a task sets, and gives the name of the task after it. */
function decide(context: TaskContext, task: DecideTask, values: Map<string, Value>): string | undefined {
  let { scope } = taskScope(context, { address: { block: [], visit: 1 }, args: {} }, task);
  for (const { name, expression } of task.set) {
    const value = expressionOf(expression).evaluate(scope);
    values.set(name, value);
    scope = extendScope(scope, [[name, 'any', value]]);
  }
  return task.actions.find((action) => holds(action, () => scope))?.target;
}
