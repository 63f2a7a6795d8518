import { blocksOf, taskNamesOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** What follows after all visits of a task is a task of its block. */
export const unknownVisitsTarget: Rule = ({ document }, report) => {
  // One that is a task elsewhere is told as that.
  const anywhere = taskNamesOf(document.map);
  for (const { tasks } of blocksOf(document.map)) {
    const names = new NearNames(tasks);
    for (const task of tasks) {
      const limit = task.type === 'end' ? undefined : task.maxVisits;
      if (!limit || anywhere.has(limit.then)) continue;
      const span = document.spanOf(limit, 'then');
      const params = { task: task.name, target: limit.then };
      report('unknown-visits-target', span, params, { fix: names.fixFor(limit.then, span) });
    }
  }
};
