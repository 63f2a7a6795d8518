import { tasksOf } from '../../blocks/blocks.ts';
import { isRouted } from '../../blocks/routing.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Where guards choose, the action without one is the last. */
export const unreachableGuard: Rule = ({ document }, report) => {
  for (const task of tasksOf(document.map)) {
    if (task.type === 'end' || !isRouted(task)) continue;
    const otherwise = task.actions.find(({ when }) => when === undefined);
    if (!otherwise) continue;
    const related = [{ message: 'The action without a guard.', span: document.spanOf(otherwise, 'name') }];
    for (const action of task.actions.slice(task.actions.indexOf(otherwise) + 1)) {
      const reason = `"${otherwise.name}" before it has no guard`;
      const params = { task: task.name, action: action.name, reason };
      report('unreachable-guard', document.spanOf(action, 'name'), params, { related });
    }
  }
};
