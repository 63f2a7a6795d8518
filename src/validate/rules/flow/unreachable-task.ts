import { blocksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { taskGraphOf } from '../../blocks/task-graph.ts';

/** A path leads from the start of a block to every task of it. */
export const unreachableTask: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const { reachable } = taskGraphOf(block);
    for (const task of block.tasks) {
      if (reachable.has(task)) continue;
      report('unreachable-task', document.spanOf(task, 'name'), { task: task.name, start: block.start });
    }
  }
};
