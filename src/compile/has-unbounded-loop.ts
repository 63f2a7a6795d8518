import type { Block, Task } from '../model/block.ts';

/**
 * Whether some path through a block can go round for ever.
 *
 * An action with a limit is taken finitely often, so it does not count; the place its limit leads to does.
 * Iterative and linear: maps may have 10,000 tasks in a row.
 */
export function hasUnboundedLoop(block: Block): boolean {
  const tasks = new Map(block.tasks.map((task) => [task.name, task]));
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

function lastingTargetsOf(task: Task | undefined): string[] {
  if (task === undefined || task.type === 'end') return [];
  const targets = task.actions.map((action) => action.limit?.then ?? action.target);
  return task.onError === undefined ? targets : [...targets, task.onError];
}
