import { describeBlock, blockNodesOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';
import { taskGraphOf } from '../../blocks/task-graph.ts';

/** A map, and each block in it, starts with a task that does work. */
export const startAtEnd: Rule = ({ document }, report) => {
  for (const blockNode of blockNodesOf(document.map)) {
    const { block } = blockNode;
    const { start } = taskGraphOf(block);
    if (start?.type !== 'end') continue;
    report('start-at-end', document.spanOf(block, 'startTaskDefinition'), {
      block: describeBlock(blockNode),
      task: start.name,
    });
  }
};
