import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';
import { MAX_MAP_DEPTH } from '../../blocks/sub-map.ts';

/** Maps lie in one another only so deep. */
export const excessiveMapDepth: PromptRule = ({ document, maps }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    if (maps.get(task.map)?.kind !== 'deep') continue;
    const params = { task: task.name, path: task.map, max: MAX_MAP_DEPTH };
    report('excessive-map-depth', document.spanOf(task, 'map'), params);
  }
};
