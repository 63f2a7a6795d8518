import type { ClaudeTask, Task } from '../../../model/block.ts';
import { placedBlocksOf, type PlacedBlock } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The session that a task goes on with is that of a claude task of its own or an enclosing block. */
export const unknownSessionTask: Rule = ({ document }, report) => {
  const visible = new VisibleTasks();
  for (const placed of placedBlocksOf(document.map)) {
    for (const task of placed.block.tasks) {
      if (task.type !== 'claude' || !isBorrowed(task)) continue;
      const { session } = task;
      const found = visible.find(session.task, placed);
      if (found?.type === 'claude') continue;
      const span = document.spanOf(session, session.kind);
      const fault = found ? `is of type "${found.type}"` : 'is not a task of this block or of one around it';
      const fix = found ? undefined : visible.namesFrom(placed).fixFor(session.task, span, 'Write');
      report('unknown-session-task', span, { task: task.name, of: session.task, fault }, { fix });
    }
  }
};

/** Blocks in which names are compared, each with all tasks around it. */
const MAX_LOOKED_INTO = 100;

type Borrowing = ClaudeTask & { readonly session: { readonly kind: 'of' | 'fork'; readonly task: string } };

function isBorrowed(task: ClaudeTask): task is Borrowing {
  return task.session.kind === 'of' || task.session.kind === 'fork';
}

/** The tasks that a block sees: the nearest of each name. Those of each block are looked at once. */
class VisibleTasks {
  readonly #byName = new Map<PlacedBlock, ReadonlyMap<string, Task>>();
  readonly #near = new Map<PlacedBlock, NearNames>();

  find(name: string, placed: PlacedBlock): Task | undefined {
    for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
      const found = this.#tasksOf(each).get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** For what a typo may stand; looked for in a few blocks only. */
  namesFrom(placed: PlacedBlock): NearNames {
    const known = this.#near.get(placed);
    const tasks: Task[] = [];
    for (let each: PlacedBlock | undefined = placed; each; each = each.around?.outer) {
      if (known || this.#near.size >= MAX_LOOKED_INTO) break;
      tasks.push(...each.block.tasks.filter(({ type }) => type === 'claude'));
    }
    const names = known ?? new NearNames(tasks);
    if (tasks.length > 0) this.#near.set(placed, names);
    return names;
  }

  #tasksOf(placed: PlacedBlock): ReadonlyMap<string, Task> {
    const tasks = this.#byName.get(placed) ?? new Map(placed.block.tasks.map((task) => [task.name, task]));
    this.#byName.set(placed, tasks);
    return tasks;
  }
}
