import { workflowTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** A task gives the map that it runs all that it requires. */
export const missingInput: PromptRule = ({ document, maps }, report) => {
  for (const task of workflowTasksOf(document.map)) {
    const map = maps.get(task.map);
    if (map?.kind !== 'sound') continue;
    const given = new Set(task.with.map(({ name }) => name));
    const missing = map.fields.filter(
      (field) => field.required && field.default === undefined && !given.has(field.name),
    );
    if (missing.length === 0) continue;
    const fields = missing.map(({ name }) => `"${name}"`).join(', ');
    const params = { task: task.name, fields, path: task.map };
    report('missing-input', document.spanOf(task, 'map'), params);
  }
};
