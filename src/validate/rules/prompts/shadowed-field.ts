import { promptedTasksOf, typeOf } from '../../names/declarations.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A parameter has another name than every field. One of another type is told as that alone. */
export const shadowedField: Rule = ({ document }, report) => {
  const fields = new Map(document.map.fields.map((field) => [field.name, field]));
  for (const task of promptedTasksOf(document.map)) {
    for (const param of task.params) {
      const field = fields.get(param.name);
      if (!field || field.type !== typeOf(param)) continue;
      const related = [{ message: 'The field.', span: document.spanOf(field, 'name') }];
      report(
        'shadowed-field',
        document.spanOf(param, 'name'),
        { param: param.name, task: task.name },
        { related },
      );
    }
  }
};
