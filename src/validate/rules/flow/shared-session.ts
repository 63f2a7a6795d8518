import type { ClaudeTask, ParallelTask } from '../../../model/block.ts';
import type { Related, Report } from '../../../diagnostics/diagnostic.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { blockNodesOf, type BlockNode } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Two tasks that may run at once do not go on with the same session. */
export const sharedSession: Rule = ({ document }, report) => {
  const owners = new Owners(blockNodesOf(document.map));
  const users = new SessionUsers(document, report);
  for (const blockNode of blockNodesOf(document.map)) {
    if (!blockNode.around) continue;
    for (const task of blockNode.block.tasks) {
      const owner = task.type === 'claude' && task.session.kind === 'of' ? owners.of(task) : undefined;
      if (task.type === 'claude' && owner) users.add(task, blockNode, owner);
    }
  }
};

/** A task whose session others go on with, and its block. */
interface Owner {
  readonly task: ClaudeTask;
  readonly blockNode: BlockNode;
}

/** Finds whose session a task works in, over all tasks that only go on with it. */
class Owners {
  readonly #blocks = new Map<ClaudeTask, BlockNode>();
  readonly #known = new Map<ClaudeTask, Owner>();
  readonly #names = new Map<BlockNode, ReadonlyMap<string, ClaudeTask>>();

  constructor(places: readonly BlockNode[]) {
    for (const blockNode of places) {
      const tasks = blockNode.block.tasks.filter((task) => task.type === 'claude');
      this.#names.set(blockNode, new Map(tasks.map((task) => [task.name, task])));
      for (const task of tasks) this.#blocks.set(task, blockNode);
    }
  }

  of(user: ClaudeTask): Owner | undefined {
    let task: ClaudeTask | undefined = user;
    const seen = new Set<ClaudeTask>();
    while (task?.session.kind === 'of' && !seen.has(task) && !this.#known.has(task)) {
      seen.add(task);
      task = this.#find(task.session.task, this.#blocks.get(task));
    }
    const blockNode = task && this.#blocks.get(task);
    const owner = (task && this.#known.get(task)) ?? (task && blockNode ? { task, blockNode } : undefined);
    // A long chain is walked once.
    if (owner) for (const each of seen) this.#known.set(each, owner);
    return owner;
  }

  #find(name: string, from: BlockNode | undefined): ClaudeTask | undefined {
    for (let each = from; each; each = each.around?.outer) {
      const found = this.#names.get(each)?.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

/** Those that go on with sessions from outside of their block. */
class SessionUsers {
  readonly #document: MapDocument;
  readonly #report: Report;
  /** The first in a parallel, by the owner of the session. */
  readonly #firsts = new Map<
    ParallelTask,
    Map<ClaudeTask, { task: ClaudeTask; branch: string | undefined }>
  >();

  constructor(document: MapDocument, report: Report) {
    this.#document = document;
    this.#report = report;
  }

  add(task: ClaudeTask, blockNode: BlockNode, owner: Owner): void {
    for (let each = blockNode; each !== owner.blockNode && each.around; each = each.around.outer) {
      const { task: container, key } = each.around;
      if (container.type === 'foreach' && container.concurrency !== 1) {
        return this.#reportShared(task, owner, { others: 'the same task for another item', related: [] });
      }
      const first =
        container.type === 'parallel' ? this.#first(container, owner.task, { task, branch: key }) : task;
      if (first === task) continue;
      const related = [{ message: 'The other one.', span: this.#document.spanOf(first.session) }];
      return this.#reportShared(task, owner, { others: `"${first.name}" in another branch`, related });
    }
  }

  #first(
    container: ParallelTask,
    owner: ClaudeTask,
    user: { readonly task: ClaudeTask; readonly branch: string | undefined },
  ): ClaudeTask {
    const firsts = this.#firsts.get(container) ?? new Map<ClaudeTask, typeof user>();
    this.#firsts.set(container, firsts);
    const first = firsts.get(owner) ?? user;
    firsts.set(owner, first);
    return first.branch === user.branch ? user.task : first.task;
  }

  #reportShared(
    task: ClaudeTask,
    owner: Owner,
    { others, related }: { readonly others: string; readonly related: readonly Related[] },
  ): void {
    const params = { task: task.name, of: owner.task.name, others };
    this.#report('shared-session', this.#document.spanOf(task.session), params, { related });
  }
}
