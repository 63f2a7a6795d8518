import { nearNameFix } from '../near-name-fix.ts';
import type { Rule } from '../rule.ts';

/** A limit leads to a task of its block. */
export const unknownLimitTarget: Rule = ({ document }, report) => {
  const names = new Set(document.map.block.tasks.map((task) => task.name));
  for (const task of document.map.block.tasks) {
    if (task.type === 'end') continue;
    for (const action of task.actions) {
      if (!action.limit || names.has(action.limit.then)) continue;
      const span = document.spanOf(action.limit, 'then');
      const params = { task: task.name, action: action.name, target: action.limit.then };
      report('unknown-limit-target', span, params, { fix: nearNameFix(action.limit.then, names, span) });
    }
  }
};
