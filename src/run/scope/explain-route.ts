import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import { explainCondition, type Question } from '../../expression/guards/explain-condition.ts';
import type { ActiveTask, Task } from '../../model/block.ts';
import { chooserOf } from '../../model/tasks.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { instanceWith } from '../state/in-state.ts';
import type { Departure, OpenTask, RunState } from '../state/run-state.ts';
import { guardScope, holds, type ReadRun } from './route.ts';

/**
 * Why a run went from one task to the next.
 *
 * Shape: `guards` are those that were looked at, in order, the last of them the one that held; empty where an agent or a person
 * chose. `repeated` is the agent of the block that gave the same result most often in a row, where a bound is used up. `usedUp` is the bound that led elsewhere than the action says: of the action, or of how often its target is entered.
 */
export interface RouteAccount {
  readonly task: string;
  readonly by: 'guard' | 'agent' | 'person' | 'failure';
  readonly action: string | null;
  readonly to: string | null;
  readonly usedUp: { readonly of: 'action' | 'target'; readonly name: string; readonly max: number } | null;
  readonly repeated: { readonly task: string; readonly count: number } | null;
  readonly guards: readonly GuardAccount[];
  readonly failure: string | null;
}

export interface GuardAccount {
  readonly action: string;
  readonly text: string;
  readonly holds: boolean;
  readonly questions: readonly Question[];
}

/**
 * Explains a step that a run has taken; `to` is the task that it led to, null for none.
 *
 * Guards are evaluated again, with the values that they saw: right after the end of the task is recorded.
 */
export function explainRoute(live: ReadRun, departure: Departure, to: string | null): RouteAccount {
  const { open, action, failure } = departure;
  const { task } = open;
  const route = { task: task.name, action, to, failure };
  if (failure !== null || task.type === 'end')
    return { ...route, by: 'failure', usedUp: null, repeated: null, guards: [] };
  const by = chooserOf(task);
  const usedUp = usedUpBound(live.state, open, task, { action, to });
  return {
    ...route,
    by,
    usedUp,
    repeated: usedUp === null ? null : repeatedIn(instanceWith(live.state, open)),
    guards: by === 'guard' ? guardsSeen(live, task, departure) : [],
  };
}

/** Of those that gave one result twice at least. Asking once more gives it again. */
function repeatedIn({ same, tasks }: BlockInstance): RouteAccount['repeated'] {
  let most: RouteAccount['repeated'] = null;
  for (const [task, { count }] of same) {
    const of = tasks.get(task);
    // Without an output the result is but the choice.
    if (of?.type === 'claude' && of.output !== undefined && count > (most?.count ?? 1))
      most = { task, count };
  }
  return most;
}

function usedUpBound(
  state: RunState,
  open: OpenTask,
  task: ActiveTask,
  { action: name, to }: Pick<RouteAccount, 'action' | 'to'>,
): RouteAccount['usedUp'] {
  const action = task.actions.find((each) => each.name === name);
  if (action === undefined || to === null || to === action.target) return null;
  if (action.limit?.then === to) return { of: 'action', name: action.name, max: action.limit.max };
  const target: Task | undefined = instanceWith(state, open).tasks.get(action.target);
  const bound = target === undefined || target.type === 'end' ? undefined : target.maxVisits;
  return bound === undefined ? null : { of: 'target', name: action.target, max: bound.max };
}

function guardsSeen(live: ReadRun, task: ActiveTask, departure: Departure): readonly GuardAccount[] {
  try {
    const scope = guardScope(live, task, departure);
    const upTo = task.actions.findIndex(({ name }) => name === departure.action);
    return task.actions.slice(0, upTo + 1).flatMap((each) =>
      each.when === undefined
        ? []
        : [
            guardSeen(
              each.name,
              each.when.text,
              holds(each, () => scope),
              scope,
            ),
          ],
    );
  } catch (thrown) {
    // What has no value now was evaluated once: the run went on with it.
    if (thrown instanceof ExpressionError) return [];
    throw thrown;
  }
}

function guardSeen(action: string, text: string, isTrue: boolean, scope: Scope): GuardAccount {
  return { action, text, holds: isTrue, questions: explainCondition(text, scope) };
}
