import type { Related } from '../../../diagnostics/diagnostic.ts';
import type { Block, Branch, ClaudeTask, ForeachTask, ParallelTask, Task } from '../../../model/block.ts';
import { childBlocksOf } from '../../../model/child-blocks.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Agents that may write anything do not work in one tree at the same time. */
export const sharedTree: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (!isShared(task)) continue;
    const found = task.type === 'foreach' ? writersInItems(task) : writersInBranches(task, document);
    if (!found) continue;
    const { writer, others, related } = found;
    const params = { writer: writer.name, others };
    report('shared-tree', document.spanOf(writer, 'writes'), params, { related, evidence: 'heuristic' });
  }
};

interface Writers {
  readonly writer: ClaudeTask;
  /** With whom it shares the tree, as a part of a sentence. */
  readonly others: string;
  readonly related: readonly Related[];
}

function isShared(task: Task): task is ForeachTask | ParallelTask {
  return (task.type === 'foreach' || task.type === 'parallel') && task.workspace.kind === 'shared';
}

/** What items share is said by `exclusive`, and an order by `after`: without a number such items may well come one by one. */
function writersInItems(task: ForeachTask): Writers | undefined {
  const { concurrency, exclusive, after } = task;
  const isAlone = concurrency === 1 || exclusive !== undefined || (after && concurrency === undefined);
  const writer = isAlone ? undefined : writerIn(task.body);
  return writer && { writer, others: 'the same task for another item', related: [] };
}

function writersInBranches({ branches }: ParallelTask, document: MapDocument): Writers | undefined {
  const writers = branches.flatMap(({ block }: Branch) => writerIn(block) ?? []);
  const [first, second] = writers;
  if (!first || !second) return undefined;
  const related = [{ message: 'The other one.', span: document.spanOf(first, 'writes') }];
  return { writer: second, others: `"${first.name}" in another branch`, related };
}

/** The first agent in a block that may write anything in the tree of the block itself. */
function writerIn(block: Block): ClaudeTask | undefined {
  const blocks = [block];
  // A list grows while it is walked.
  for (const { tasks } of blocks) {
    for (const task of tasks) {
      if (task.type === 'claude' && task.writes?.includes('anything') === true) return task;
      const isElsewhere = 'workspace' in task && task.workspace.kind !== 'shared';
      if (!isElsewhere) blocks.push(...childBlocksOf(task).map((each) => each.block));
    }
  }
  return undefined;
}
