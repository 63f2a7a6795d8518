import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The maps that tasks run exist. */
export const missingMap: PromptRule = ({ document, lookups }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    const lookup = lookups.get(task.map);
    if (lookup?.kind !== 'missing') continue;
    const places = lookup.lookedIn.map((place) => `"${place}"`).join(' and ');
    report('missing-map', document.spanOf(task, 'map'), { task: task.name, path: task.map, places });
  }
};
