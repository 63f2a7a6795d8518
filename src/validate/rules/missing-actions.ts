import type { Rule } from '../rule.ts';

/** A claude task has actions. */
export const missingActions: Rule = ({ document }, report) => {
  for (const task of document.map.block.tasks) {
    if (task.type === 'end' || task.actions.length > 0) continue;
    report('missing-actions', document.spanOf(task, 'name'), { task: task.name });
  }
};
