import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A task that does something says what follows. A question without answers is told on its own. */
export const missingActions: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type === 'end' || task.type === 'human' || task.actions.length > 0) continue;
    report('missing-actions', document.spanOf(task, 'name'), { task: task.name });
  }
};
