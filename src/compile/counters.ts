import type { Action } from '../model/action.ts';
import type { Block, Task } from '../model/block.ts';

/** How often something with a bound may still happen. Shape: `key` names the counter. */
export interface Room {
  readonly key: string;
  readonly max: number;
}

/**
 * The counters of a block: of entries of tasks with `maxVisits`, and of actions with a `limit`. Its tasks by name stand here too.
 *
 * They are named by position, because user names as keys of plain objects could reach a prototype.
 */
export interface Counters {
  readonly taskNamed: (name: string) => Task | undefined;
  /** The counter of a task's entries; undefined where nothing bounds them. */
  readonly ofTask: (task: Task) => Room | undefined;
  /** The counter of an action; undefined where nothing bounds it. */
  readonly ofAction: (action: Action) => Room | undefined;
  /** The counters that `resets` of an action begin anew. */
  readonly resetBy: (action: Action) => readonly string[];
}

/** Kept as long as the block: compilation and runs ask for each task and action. */
const known = new WeakMap<Block, Counters>();

export function countersOf(block: Block): Counters {
  const counters = known.get(block) ?? createCounters(block);
  known.set(block, counters);
  return counters;
}

function createCounters(block: Block): Counters {
  const tasks = new Map<Task, Room>();
  const actions = new Map<Action, Room>();
  const byName = new Map<string, string[]>();
  const name = (what: string, { key }: Room): void => {
    const keys = byName.get(what) ?? [];
    keys.push(key);
    byName.set(what, keys);
  };
  for (const [taskIndex, task] of block.tasks.entries()) {
    if (task.type === 'end') continue;
    if (task.maxVisits !== undefined) {
      const room = { key: `${taskIndex}`, max: task.maxVisits.max };
      tasks.set(task, room);
      name(task.name, room);
    }
    for (const [actionIndex, action] of task.actions.entries()) {
      if (action.limit === undefined) continue;
      const room = { key: `${taskIndex}.${actionIndex}`, max: action.limit.max };
      actions.set(action, room);
      name(action.name, room);
    }
  }
  const named = new Map(block.tasks.map((task) => [task.name, task]));
  return {
    taskNamed: (name) => named.get(name),
    ofTask: (task) => tasks.get(task),
    ofAction: (action) => actions.get(action),
    resetBy: ({ resets }) => resets.flatMap((each) => byName.get(each.name) ?? []),
  };
}
