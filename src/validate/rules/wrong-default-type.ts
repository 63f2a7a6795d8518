import { promptedTasksOf } from '../declarations.ts';
import type { Rule } from '../rule.ts';

/** The default of a parameter is of its type. */
export const wrongDefaultType: Rule = ({ document }, report) => {
  for (const task of promptedTasksOf(document.map)) {
    for (const param of task.params) {
      if (param.kind === 'literal' || param.default === undefined || typeof param.default === param.type)
        continue;
      const found = JSON.stringify(param.default);
      const params = { param: param.name, task: task.name, type: param.type, found };
      report('wrong-default-type', document.spanOf(param, 'default'), params);
    }
  }
};
