import { workflowTasksOf } from '../../names/declarations.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** A task gives the map that it runs only fields which that has. */
export const unknownInput: PromptRule = ({ document, maps }, report) => {
  const known = new Map<string, NearNames>();
  for (const task of workflowTasksOf(document.map)) {
    const map = maps.get(task.map);
    if (map?.kind !== 'sound') continue;
    const names = known.get(task.map) ?? new NearNames(map.fields);
    known.set(task.map, names);
    for (const input of task.with) {
      if (names.has(input.name)) continue;
      const span = document.spanOf(input, 'name');
      const params = { task: task.name, field: input.name, path: task.map };
      report('unknown-input', span, params, { fix: names.fixFor(input.name, span, 'Write') });
    }
  }
};
