import { declarationOf, promptedTasksOf, templatesOf } from '../../names/declarations.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** Map and template say the same type of the same name. */
export const conflictingTemplateType: PromptRule = (subject, report) => {
  for (const task of promptedTasksOf(subject.document.map)) {
    for (const parameter of templatesOf(task, subject).flatMap(({ parameters }) => parameters)) {
      const type = declarationOf(parameter.name, task, subject)?.type ?? parameter.type;
      if (type === parameter.type) continue;
      const params = { param: parameter.name, task: task.name, type, templateType: parameter.type };
      const related = [{ message: 'The task that uses it.', span: subject.document.spanOf(task, 'name') }];
      report('conflicting-template-type', parameter.span, params, { related });
    }
  }
};
