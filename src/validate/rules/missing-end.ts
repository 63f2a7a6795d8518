import type { Rule } from '../rule.ts';
import { isLast, taskGraphOf } from '../task-graph.ts';

/** Some path from the start comes to an end, or to a task without actions. */
export const missingEnd: Rule = ({ document }, report) => {
  const { block } = document.map;
  const { reachable } = taskGraphOf(block);
  if ([...reachable].some(isLast)) return;
  report('missing-end', document.spanOf(block, 'startTaskDefinition'), { start: block.start });
};
