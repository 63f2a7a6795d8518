import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** No map leads to itself, be it through others. */
export const recursiveMap: PromptRule = ({ document, maps }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    const map = maps.get(task.map);
    if (map?.kind !== 'recursive') continue;
    const cycle = map.cycle.map((name) => `"${name}"`).join(' -> ');
    report('recursive-map', document.spanOf(task, 'map'), { task: task.name, cycle });
  }
};
