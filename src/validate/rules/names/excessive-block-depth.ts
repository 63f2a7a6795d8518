import { describeBlock, blockNodesOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

const MAX_DEPTH = 16;

/** Blocks lie in one another only so deep. Told of the first that is too deep, not again of those in it. */
export const excessiveBlockDepth: Rule = ({ document }, report) => {
  for (const blockNode of blockNodesOf(document.map)) {
    const task = blockNode.around?.task;
    if (!task || blockNode.depth !== MAX_DEPTH + 1) continue;
    const params = { block: describeBlock(blockNode), max: MAX_DEPTH };
    report('excessive-block-depth', document.spanOf(task, 'name'), params);
  }
};
