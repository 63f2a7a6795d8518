import { tasksOf } from '../../blocks/blocks.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A question to a person has answers to choose from. */
export const missingChoices: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type !== 'human' || task.actions.length > 0) continue;
    report('missing-choices', document.spanOf(task, 'name'), { task: task.name });
  }
};
