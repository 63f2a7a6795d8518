import type { Rule } from '../rule.ts';
import { taskGraphOf } from '../task-graph.ts';

/** A map starts with a task that does work. */
export const startAtEnd: Rule = ({ document }, report) => {
  const { block } = document.map;
  const { start } = taskGraphOf(block);
  if (start?.type !== 'end') return;
  report('start-at-end', document.spanOf(block, 'startTaskDefinition'), { task: start.name });
};
