import { promptedTasksOf, typeOf } from '../../names/declarations.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A parameter that has the name of a field has its type too. */
export const conflictingTypes: Rule = ({ document }, report) => {
  const fields = new Map(document.map.fields.map((field) => [field.name, field]));
  for (const task of promptedTasksOf(document.map)) {
    for (const param of task.params) {
      const field = fields.get(param.name);
      const type = typeOf(param);
      if (!field || field.type === type) continue;
      const related = [{ message: 'The field.', span: document.spanOf(field, 'type') }];
      const params = { param: param.name, task: task.name, type, fieldType: field.type };
      report('conflicting-types', document.spanOf(param, 'type'), params, { related });
    }
  }
};
