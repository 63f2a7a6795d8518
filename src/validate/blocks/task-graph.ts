import type { Block, Task } from '../../model/block.ts';

/**
 * Who leads to whom in a block.
 *
 * Shape: `next` has every task that a run can be in right after one: by an action, its limit, `onError`, or
 * because all its visits are used up (then without having been there).
 * Tasks that exist twice or not at all do not occur: names are checked before.
 */
export interface TaskGraph {
  readonly start: Task | undefined;
  readonly next: ReadonlyMap<Task, readonly Task[]>;
  /** Tasks that a run which begins at the start can come to, the start included. */
  readonly reachable: ReadonlySet<Task>;
}

/** Kept as long as the block: several rules ask, and none knows of another. */
const graphs = new WeakMap<Block, TaskGraph>();

/** Makes the graph of a block, once for all rules. Linear in tasks and actions. */
export function taskGraphOf(block: Block): TaskGraph {
  const known = graphs.get(block);
  if (known) return known;
  const byName = new Map(block.tasks.map((task) => [task.name, task]));
  const next = new Map(
    block.tasks.map((task) => [task, targetsOf(task).flatMap((name) => byName.get(name) ?? [])]),
  );
  const start = byName.get(block.start);
  const graph = { start, next, reachable: start ? reach([start], next) : new Set<Task>() };
  graphs.set(block, graph);
  return graph;
}

/** Whether a run that comes to a task can be over there. */
export function isLast(task: Task): boolean {
  return task.type === 'end' || task.actions.length === 0;
}

/** Everything that can be come to from some tasks, themselves included. */
export function reach(from: readonly Task[], next: ReadonlyMap<Task, readonly Task[]>): Set<Task> {
  const seen = new Set(from);
  // A set grows while it is walked.
  for (const task of seen) for (const each of next.get(task) ?? []) seen.add(each);
  return seen;
}

function targetsOf(task: Task): readonly string[] {
  if (task.type === 'end') return [];
  const targets = task.actions.flatMap(({ target, limit }) => (limit ? [target, limit.then] : [target]));
  return [
    ...targets,
    ...(task.onError === undefined ? [] : [task.onError]),
    ...(task.maxVisits ? [task.maxVisits.then] : []),
  ];
}
