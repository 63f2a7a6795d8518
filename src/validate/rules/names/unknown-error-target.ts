import { blocksOf, taskNamesOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** `onError` names a task of its block. */
export const unknownErrorTarget: Rule = ({ document }, report) => {
  // One that is a task elsewhere is told as that.
  const anywhere = taskNamesOf(document.map);
  for (const { tasks } of blocksOf(document.map)) {
    const names = new NearNames(tasks);
    for (const task of tasks) {
      if (task.type === 'end' || task.onError === undefined || anywhere.has(task.onError)) continue;
      const span = document.spanOf(task, 'onError');
      const params = { task: task.name, target: task.onError };
      report('unknown-error-target', span, params, { fix: names.fixFor(task.onError, span) });
    }
  }
};
