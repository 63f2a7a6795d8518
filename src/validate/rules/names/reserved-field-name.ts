import { WORDS } from '../../../expression/cel/words.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A field can be read in prompts and expressions. What a person is asked for is read as a member, where any word can stand. */
export const reservedFieldName: Rule = ({ document }, report) => {
  for (const field of document.map.fields) {
    if (WORDS.has(field.name)) {
      report('reserved-field-name', document.spanOf(field, 'name'), { field: field.name });
    }
  }
};
