import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The maps that tasks run can be read as text. */
export const unreadableMap: PromptRule = ({ document, lookups }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    const lookup = lookups.get(task.map);
    if (lookup?.kind !== 'unreadable') continue;
    report('unreadable-map', document.spanOf(task, 'map'), { path: lookup.place, reason: lookup.reason });
  }
};
