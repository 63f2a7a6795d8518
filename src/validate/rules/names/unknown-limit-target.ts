import { blocksOf, taskNamesOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A limit leads to a task of its block. */
export const unknownLimitTarget: Rule = ({ document }, report) => {
  // One that is a task elsewhere is told as that.
  const anywhere = taskNamesOf(document.map);
  for (const { tasks } of blocksOf(document.map)) {
    const names = new NearNames(tasks);
    for (const task of tasks) {
      for (const { name, limit } of task.type === 'end' ? [] : task.actions) {
        if (!limit || anywhere.has(limit.then)) continue;
        const span = document.spanOf(limit, 'then');
        const params = { task: task.name, action: name, target: limit.then };
        report('unknown-limit-target', span, params, { fix: names.fixFor(limit.then, span) });
      }
    }
  }
};
