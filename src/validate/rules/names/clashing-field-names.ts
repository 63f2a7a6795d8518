import type { Field } from '../../../model/field.ts';
import { fieldsOf } from '../../../model/tasks.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { flagName } from '../../blocks/flag-name.ts';
import type { Rule } from '../../blocks/rule.ts';

/** Each field of a map, or of one question, has a flag of its own. */
export const clashingFieldNames: Rule = ({ document }, report) => {
  const questions = tasksOf(document.map).map(fieldsOf);
  for (const fields of [document.map.fields, ...questions]) {
    const byFlag = new Map<string, Field>();
    for (const field of fields) {
      const flag = flagName(field.name);
      const other = byFlag.get(flag);
      byFlag.set(flag, other ?? field);
      if (!other) continue;
      const related = [{ message: 'The other one.', span: document.spanOf(other, 'name') }];
      const params = { field: field.name, other: other.name, flag };
      report('clashing-field-names', document.spanOf(field, 'name'), params, { related });
    }
  }
};
