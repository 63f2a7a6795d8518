import { describeBlock, blockNodesOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A map, and each block in it, starts with one of its own tasks. */
export const unknownStart: Rule = ({ document }, report) => {
  for (const blockNode of blockNodesOf(document.map)) {
    const { block } = blockNode;
    const names = new NearNames(block.tasks);
    if (names.has(block.start)) continue;
    const span = document.spanOf(block, 'startTaskDefinition');
    const params = { block: describeBlock(blockNode), start: block.start };
    report('unknown-start', span, params, { fix: names.fixFor(block.start, span) });
  }
};
