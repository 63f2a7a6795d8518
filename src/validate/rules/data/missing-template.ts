import { promptedTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The template files of a map exist. */
export const missingTemplate: PromptRule = ({ document, lookups }, report) => {
  for (const task of promptedTasksOf(document.map)) {
    if (task.prompt.kind !== 'file') continue;
    const lookup = lookups.get(task.prompt.path);
    if (lookup?.kind !== 'missing') continue;
    const places = lookup.lookedIn.map((place) => `"${place}"`).join(' and ');
    report('missing-template', document.spanOf(task, 'promptTemplatePath'), {
      path: task.prompt.path,
      places,
    });
  }
};
