import { blocksOf, taskNamesOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Every action goes to a task of its block. */
export const unknownTarget: Rule = ({ document }, report) => {
  // One that is a task elsewhere is told as that.
  const anywhere = taskNamesOf(document.map);
  for (const { tasks } of blocksOf(document.map)) {
    const names = new NearNames(tasks);
    for (const task of tasks) {
      for (const action of task.type === 'end' ? [] : task.actions) {
        if (anywhere.has(action.target)) continue;
        const span = document.spanOf(action, 'target');
        const params = { task: task.name, action: action.name, target: action.target };
        report('unknown-target', span, params, { fix: names.fixFor(action.target, span) });
      }
    }
  }
};
