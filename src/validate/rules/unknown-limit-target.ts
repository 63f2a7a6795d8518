import { NearNames } from '../near-names.ts';
import type { Rule } from '../rule.ts';

/** A limit leads to a task of its block. */
export const unknownLimitTarget: Rule = ({ document }, report) => {
  const names = new NearNames(document.map.block.tasks);
  for (const task of document.map.block.tasks) {
    if (task.type === 'end') continue;
    for (const action of task.actions) {
      if (!action.limit || names.has(action.limit.then)) continue;
      const span = document.spanOf(action.limit, 'then');
      const params = { task: task.name, action: action.name, target: action.limit.then };
      report('unknown-limit-target', span, params, { fix: names.fixFor(action.limit.then, span) });
    }
  }
};
