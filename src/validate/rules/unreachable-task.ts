import { blocksOf } from '../blocks.ts';
import type { Rule } from '../rule.ts';
import { taskGraphOf } from '../task-graph.ts';

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
