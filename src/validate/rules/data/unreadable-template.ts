import { promptedTasksOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The template files of a map can be read as text. */
export const unreadableTemplate: PromptRule = ({ document, lookups }, report) => {
  for (const task of promptedTasksOf(document.map)) {
    if (task.prompt.kind !== 'file') continue;
    const lookup = lookups.get(task.prompt.path);
    if (lookup?.kind !== 'unreadable') continue;
    const span = document.spanOf(task, 'promptTemplatePath');
    report('unreadable-template', span, { path: lookup.place, reason: lookup.reason });
  }
};
