import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The maps that tasks run have no errors. */
export const unusableMap: PromptRule = ({ document, maps }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    const map = maps.get(task.map);
    if (map?.kind !== 'unsound') continue;
    const { errors, first } = map;
    const related = [{ message: `The first one: ${first.message}`, span: first.span }, ...first.related];
    const params = { task: task.name, path: task.map, errors };
    report('unusable-map', document.spanOf(task, 'map'), params, { related });
  }
};
