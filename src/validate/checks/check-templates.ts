import { checkSignals } from '../../prompt/check/check-signals.ts';
import { checkTemplate } from '../../prompt/check/check-template.ts';
import { isPrompted } from '../../model/tasks.ts';
import { blockNodesOf } from '../blocks/blocks.ts';
import { templatesOf } from '../names/declarations.ts';
import { environmentsOf } from '../types/environments.ts';
import { onEntry } from '../blocks/program-point.ts';
import type { PromptRule } from '../blocks/rule.ts';
import type { Source } from '../../text/source.ts';

/** Every template uses only names that are declared and bound for its task, and uses them by their types. */
export const checkTemplates: PromptRule = (subject, report) => {
  const environments = environmentsOf(subject);
  const checked = new Set<Source>();
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks.filter(isPrompted)) {
      const point = onEntry(blockNode, task);
      for (const template of templatesOf(task, subject)) {
        const env = environments.environmentOf(template.names, point);
        checkTemplate(template, env, report, () => environments.namesAt(point));
        // What looks into blocks is loaded for those who have some.
        if (!checked.has(template.source) && /signal/i.test(template.source.text))
          checkSignals(template.source, report);
        checked.add(template.source);
      }
    }
  }
};
