import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Items that others wait for, or that keep their results, have keys. */
export const missingKey: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'foreach' || task.key) continue;
    const field = task.after ? 'after' : task.carry ? 'carry' : undefined;
    if (field === undefined) continue;
    report('missing-key', document.spanOf(task, field), { task: task.name, field });
  }
};
