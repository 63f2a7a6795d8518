import type { Block, Task } from '../model/block.ts';
import { countersOf } from './counters.ts';
import { childBlocksOf } from '../model/child-blocks.ts';
import { actionsOf } from '../model/tasks.ts';
import { destinationsOf, destinationsOfEntry } from './destinations.ts';

/** Whether some path through a block, or through one inside of it, can go round for ever. */
export function hasUnboundedLoop(block: Block): boolean {
  return loops(block) || block.tasks.flatMap(childBlocksOf).some((child) => hasUnboundedLoop(child.block));
}

/**
 * Whether some path through a block can go round for ever.
 *
 * A destination that counts is taken finitely often, so it does not count here; where it leads once the room is used up
 * does. Counters that an action begins anew bound nothing.
 * Iterative and linear: maps may have 10,000 tasks in a row.
 */
function loops(block: Block): boolean {
  const tasks = new Map(block.tasks.map((task) => [task.name, task]));
  const lastingTargetsOf = lastingTargets(block);
  const state = new Map<string, 'open' | 'done'>();
  for (const root of tasks.keys()) {
    const path: { readonly name: string; readonly targets: Iterator<string> }[] = [];
    const enter = (name: string): boolean => {
      const known = state.get(name);
      if (known !== undefined) return known === 'open';
      state.set(name, 'open');
      path.push({ name, targets: lastingTargetsOf(tasks.get(name)).values() });
      return false;
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.targets.next();
      if (next.done === true) {
        state.set(top.name, 'done');
        path.pop();
      } else if (enter(next.value)) return true;
    }
  }
  return false;
}

/** Where a task can lead any number of times. */
function lastingTargets(block: Block): (task: Task | undefined) => readonly string[] {
  const rearmed = new Set(
    block.tasks.flatMap((task) => actionsOf(task).flatMap((action) => countersOf(block).resetBy(action))),
  );
  return (task) => {
    if (task === undefined || task.type === 'end') return [];
    const destinations = task.actions.flatMap((action) => destinationsOf(block, action));
    if (task.onError !== undefined) destinations.push(...destinationsOfEntry(block, task.onError));
    return destinations
      .filter(({ counts }) => counts.every((key) => rearmed.has(key)))
      .map(({ target }) => target);
  };
}
