import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import { extendScope } from '../../expression/types/extend-scope.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { Action } from '../../model/action.ts';
import type { ActiveTask } from '../../model/block.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { canChange } from '../../model/tasks.ts';
import { invariant } from '../../util/invariant.ts';
import { explainGuards } from './explain-guards.ts';
import { instanceWith } from '../state/in-state.ts';
import type { Departure, OpenTask } from '../state/run-state.ts';
import { contextOf, taskScope, withResult, type ReadState, type TaskContext } from './task-scope.ts';

/** What a task came to, and the action that was chosen with it; undefined where the engine is to choose. */
export interface Outcome {
  readonly result: Value;
  readonly action: string | undefined;
  readonly by: RunEventData['action.chosen']['by'];
}

/** Where a task leads. Shape: no `action` where it has none; `bindings` are what it `set`. */
export interface Route {
  readonly action: Action | undefined;
  readonly bindings: Readonly<Record<string, Value>>;
  readonly args: Readonly<Record<string, Value>>;
}

/**
 * Works out where a task leads: what it `set`, its action, and the arguments.
 *
 * The engine chooses the first action in written order whose guard holds; one without a guard always does.
 * Errors: none thrown; where no guard holds, or an expression has no value, that is the `fault`.
 */
export function route(
  live: ReadRun,
  open: OpenTask,
  outcome: Outcome,
): Route | Pick<RunEventData['task.failed'], 'fault' | 'reason'> {
  const { task } = open;
  invariant(task.type !== 'end', 'an end chooses nothing');
  const scopeOf = lazyScope(live, open, task, outcome.result);
  try {
    const bound = bindSet(task, scopeOf);
    const scope = (): Scope => extendScope(scopeOf(), bound);
    const action = chosen(task, outcome, scope);
    if (action === undefined && task.actions.length > 0) {
      return { fault: 'guards', reason: explainGuards(task, scope()) };
    }
    const bindings = Object.fromEntries(bound.map(([name, , value]) => [name, value]));
    return { action, bindings, args: argumentsOf(action, scope) };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { fault: 'expression', reason: thrown.message };
    throw thrown;
  }
}

/** What the guards of a task that has ended read. What it `set` is not evaluated again: its names hold the new values by now. */
export function guardScope(
  live: ReadRun,
  task: ActiveTask,
  { open, result, bindings }: Pick<Departure, 'open' | 'result' | 'bindings'>,
): Scope {
  const bound = Object.entries(bindings).map(([name, value]): Bound => [name, 'any', value]);
  return extendScope(lazyScope(live, open, task, result)(), bound);
}

/** What is read of a run that goes on, or of one that is replayed. */
export interface ReadRun extends ReadState {
  /** Present where somebody finds out what tasks change. */
  readonly changes?: object | undefined;
}

/** Most tasks evaluate nothing: the scope is made for the first that does. */
function lazyScope(live: ReadRun, open: OpenTask, task: ActiveTask, result: Value): () => Scope {
  let made: Scope | undefined;
  return () => {
    if (made !== undefined) return made;
    const context = { ...contextOf(live, instanceWith(live.state, open)), ...ownChanges(live, open) };
    const { scope } = taskScope(context, open, task);
    made = withResult(scope, context.program, task, result);
    return made;
  };
}

/** Guards and arguments of an agent or a command read what that itself changed, not what a task before it did. */
export function ownChanges(
  { changes: reader, state }: ReadRun,
  { task, changes }: OpenTask,
): Pick<TaskContext, 'changes' | 'isUncompared'> {
  if (!canChange(task)) return {};
  const reason = 'nobody looked while it worked';
  const isUncompared = reader === undefined || (state.started?.git ?? null) === null;
  return { changes: changes ?? { task: task.name, changes: null, reason }, isUncompared };
}

type Bound = readonly [name: string, type: 'any', value: Value];

/** Later names see the earlier ones. */
function bindSet(task: ActiveTask, scopeOf: () => Scope): readonly Bound[] {
  const bound: Bound[] = [];
  if (task.type !== 'decide') return bound;
  for (const { name, expression } of task.set) {
    const value = expressionOf(expression).evaluate(extendScope(scopeOf(), bound));
    bound.push([name, 'any', value]);
  }
  return bound;
}

function chosen(task: ActiveTask, { action, by }: Outcome, scope: () => Scope): Action | undefined {
  if (by !== 'guard') return task.actions.find(({ name }) => name === action);
  return task.actions.find((each) => holds(each, scope));
}

/** Whether an action's guard holds; null is no. */
export function holds({ when }: Pick<Action, 'when'>, scope: () => Scope): boolean {
  if (when === undefined) return true;
  const value = expressionOf(when).evaluate(scope()) ?? false;
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(when.text, 'a condition is true or false, and this is neither');
}

function argumentsOf(action: Action | undefined, scope: () => Scope): Record<string, Value> {
  const args = action?.args ?? [];
  return Object.fromEntries(
    args.map((argument): [string, Value] => {
      if (argument.kind !== 'expression') return [argument.name, argument.value];
      return [argument.name, expressionOf(argument.expression).evaluate(scope())];
    }),
  );
}
