import type { ClaudeTask, Task } from '../../../model/block.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** The session that a task goes on with is that of a claude task of its own or an enclosing block. */
export const unknownSessionTask: Rule = ({ document }, report) => {
  const visible = new VisibleTasks();
  for (const blockNode of blockNodesOf(document.map)) {
    for (const task of blockNode.block.tasks) {
      if (task.type !== 'claude' || !isBorrowed(task)) continue;
      const { session } = task;
      const found = visible.find(session.task, blockNode);
      if (found?.type === 'claude') continue;
      const span = document.spanOf(session, session.kind);
      const fault = found ? `is a ${found.type} task` : 'is not a task of this block or of one around it';
      const fix = found ? undefined : visible.namesFrom(blockNode).fixFor(session.task, span, 'Write');
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
  readonly #byName = new Map<BlockNode, ReadonlyMap<string, Task>>();
  readonly #near = new Map<BlockNode, NearNames>();

  find(name: string, blockNode: BlockNode): Task | undefined {
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
      const found = this.#tasksOf(each).get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** For what a typo may stand; looked for in a few blocks only. */
  namesFrom(blockNode: BlockNode): NearNames {
    const known = this.#near.get(blockNode);
    const tasks: Task[] = [];
    for (let each: BlockNode | undefined = blockNode; each; each = each.around?.outer) {
      if (known || this.#near.size >= MAX_LOOKED_INTO) break;
      tasks.push(...each.block.tasks.filter(({ type }) => type === 'claude'));
    }
    const names = known ?? new NearNames(tasks);
    if (tasks.length > 0) this.#near.set(blockNode, names);
    return names;
  }

  #tasksOf(blockNode: BlockNode): ReadonlyMap<string, Task> {
    const tasks =
      this.#byName.get(blockNode) ?? new Map(blockNode.block.tasks.map((task) => [task.name, task]));
    this.#byName.set(blockNode, tasks);
    return tasks;
  }
}
