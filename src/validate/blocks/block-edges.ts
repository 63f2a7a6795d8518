import type { Expression } from '../../expression/cel/expression.ts';
import { namesKnownBoundBy } from '../../expression/check/narrow.ts';
import type { Action, ExpressionText } from '../../model/action.ts';
import type { ActiveTask, Block } from '../../model/block.ts';
import { assignmentsOf } from '../../model/tasks.ts';
import { jsonKnownBy } from './command-json.ts';
import { isRouted } from './routing.ts';

/** Gives the expression of a node; undefined where it is none. */
export type ExpressionOf = (node: ExpressionText) => Expression | undefined;

/**
 * A way from one task to another.
 *
 * Units: positions of tasks in their block. Shape: `from` an arrival that is led on because all visits are used up
 * has `isArrival`: the task was not entered. `binds` are the names that are surely bound on this way beside those bound on entry.
 */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly isArrival: boolean;
  readonly binds: readonly string[];
}

/** An action that can be taken, and the names that are surely bound when it is, beside those bound on entry. */
export interface ActionWay {
  readonly action: Action;
  /** When its guard is looked at. */
  readonly before: readonly string[];
  /** When its arguments are worked out. */
  readonly taken: readonly string[];
  /** When its target is entered. */
  readonly after: readonly string[];
}

/** All ways between the tasks of a block. Linear in its actions, but for names that many guards ask for. */
export function edgesOf(block: Block, expressionOf: ExpressionOf): readonly Edge[] {
  const places = new Map(block.tasks.map((task, index) => [task.name, index]));
  const edges: Edge[] = [];
  for (const [from, task] of block.tasks.entries()) {
    if (task.type === 'end') continue;
    const add = (target: string, binds: readonly string[], isArrival = false) => {
      const to = places.get(target);
      if (to !== undefined) edges.push({ from, to, isArrival, binds });
    };
    for (const { action, after } of waysOf(task, expressionOf)) {
      add(action.target, after);
      if (action.limit) add(action.limit.then, after);
    }
    if (task.onError !== undefined) add(task.onError, []);
    if (task.maxVisits) add(task.maxVisits.then, [], true);
  }
  return edges;
}

/** More names than this that guards ask for are not told apart on later actions of a task. */
const MAX_GUARDED_NAMES = 64;

/** Kept as long as the check that a function belongs to: rules ask, and none knows of another. */
const known = new WeakMap<ExpressionOf, Map<ActiveTask, readonly ActionWay[]>>();

/** The actions of a task that can be taken at all, in written order. Found once a task. */
export function waysOf(task: ActiveTask, expressionOf: ExpressionOf): readonly ActionWay[] {
  const found = known.get(expressionOf) ?? new Map<ActiveTask, readonly ActionWay[]>();
  known.set(expressionOf, found);
  const ways = found.get(task) ?? findWays(task, expressionOf);
  found.set(task, ways);
  return ways;
}

function findWays(task: ActiveTask, expressionOf: ExpressionOf): readonly ActionWay[] {
  const { set, own } = boundBy(task);
  const ways: ActionWay[] = [];
  const passed = new Set<string>();
  const inOrder = isRouted(task);
  for (const action of task.actions) {
    const guard = action.when && expressionOf(action.when);
    const before = [...set, ...passed];
    const known = guard && knownBy(guard, task);
    const taken = known ? [...before, ...known.whenTrue] : before;
    // The name of the result is bound once the task is over, guards and arguments included.
    ways.push({ action, before, taken, after: [...taken, ...own] });
    if (!inOrder) continue;
    if (!action.when) break;
    if (!known || passed.size > MAX_GUARDED_NAMES) continue;
    for (const name of known.whenFalse) passed.add(name);
  }
  return ways;
}

interface Known {
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
}

/** What a guard of a task says is bound, and of which commands there is JSON. */
function knownBy(guard: Expression, task: ActiveTask): Known {
  const bound = namesKnownBoundBy(guard);
  const json = jsonKnownBy(guard, task);
  return {
    whenTrue: [...bound.whenTrue, ...json.whenTrue],
    whenFalse: [...bound.whenFalse, ...json.whenFalse],
  };
}

/** What a task binds before its guards are looked at, and once it is over. */
function boundBy(task: ActiveTask): { readonly set: readonly string[]; readonly own: readonly string[] } {
  return { set: assignmentsOf(task).map(({ name }) => name), own: task.as === undefined ? [] : [task.as] };
}
