import { blocksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { isLast, taskGraphOf } from '../../blocks/task-graph.ts';

/** Some path from the start of a block comes to an end, or to a task without actions. */
export const missingEnd: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const { reachable } = taskGraphOf(block);
    if ([...reachable].some(isLast)) continue;
    report('missing-end', document.spanOf(block, 'startTaskDefinition'), { start: block.start });
  }
};
