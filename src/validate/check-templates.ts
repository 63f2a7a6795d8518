import { checkTemplate } from '../prompt/check-template.ts';
import { placedBlocksOf } from './blocks.ts';
import { isPrompted, templatesOf } from './declarations.ts';
import { environmentsOf } from './environments.ts';
import { onEntry } from './moment.ts';
import type { PromptRule } from './rule.ts';

/** Every template uses only names that are declared and bound for its task, and uses them by their types. */
export const checkTemplates: PromptRule = (subject, report) => {
  const environments = environmentsOf(subject);
  for (const placed of placedBlocksOf(subject.document.map)) {
    for (const task of placed.block.tasks.filter(isPrompted)) {
      const moment = onEntry(placed, task);
      for (const template of templatesOf(task, subject)) {
        const env = environments.environmentOf(template.names, moment);
        checkTemplate(template, env, report, () => environments.namesAt(moment));
      }
    }
  }
};
