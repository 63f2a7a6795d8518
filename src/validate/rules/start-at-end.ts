import { blocksOf } from '../blocks.ts';
import type { Rule } from '../rule.ts';
import { taskGraphOf } from '../task-graph.ts';

/** A map, and each block in it, starts with a task that does work. */
export const startAtEnd: Rule = ({ document }, report) => {
  for (const block of blocksOf(document.map)) {
    const { start } = taskGraphOf(block);
    if (start?.type !== 'end') continue;
    report('start-at-end', document.spanOf(block, 'startTaskDefinition'), { task: start.name });
  }
};
