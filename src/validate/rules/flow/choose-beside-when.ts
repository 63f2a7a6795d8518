import { tasksOf } from '../../blocks/blocks.ts';
import { isRouted } from '../../blocks/routing.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Where guards choose, no text says when to choose. */
export const chooseBesideWhen: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type === 'end' || !isRouted(task)) continue;
    for (const action of task.actions) {
      if (action.choose === undefined) continue;
      const span = document.spanOf(action, 'choose');
      report('choose-beside-when', span, { task: task.name, action: action.name });
    }
  }
};
